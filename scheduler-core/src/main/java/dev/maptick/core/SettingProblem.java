package dev.maptick.core;

/**
 * One bad setting.
 *
 * @param setting its name as the caller wrote it
 * @param found the value found, escaped for printing
 * @param allowed what is allowed, in words
 */
public record SettingProblem(String setting, String found, String allowed) {
    @Override
    public String toString() {
        return setting + " = " + found + ", allowed: " + allowed;
    }
}
