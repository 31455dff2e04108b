package dev.maptick.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.Machine;
import dev.maptick.bench.result.RunResult;
import dev.maptick.bench.scenario.Scenario;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class ReportPageTest {
    private static final String NASTY = "<script>alert('1')</script> & \"more\" \u0007";

    @Test
    void aBookWithEverythingIsOneWellFormedPageWithAChartAndATableForEachScenario() throws Exception {
        Document page = parse(page(ExampleBooks.everything(1)));
        Set<String> ids = ids(page);
        for (String scenario : Scenario.labels()) {
            assertThat(ids).contains("s-" + scenario);
        }
        assertThat(elements(page, "table"))
                .hasSizeGreaterThanOrEqualTo(Scenario.labels().size() + 2);
        assertThat(ids).contains("growth", "glance", "main");
    }

    @Test
    void everyChartHasANameAndADescriptionThatAreThere() throws Exception {
        Document page = parse(page(ExampleBooks.everything(1)));
        Set<String> ids = ids(page);
        List<Element> charts = elements(page, "svg").stream()
                .filter(svg -> svg.getAttribute("role").equals("img"))
                .toList();
        assertThat(charts).hasSizeGreaterThan(Scenario.labels().size());
        for (Element chart : charts) {
            assertThat(ids).contains(chart.getAttribute("aria-labelledby").split(" "));
            assertThat(chart.getElementsByTagName("desc").item(0).getTextContent())
                    .isNotBlank();
        }
    }

    @Test
    void everyLinkLeadsToAPlaceOnThePage() throws Exception {
        Document page = parse(page(ExampleBooks.everything(1)));
        Set<String> ids = ids(page);
        for (Element link : elements(page, "a")) {
            assertThat(link.getAttribute("href")).startsWith("#");
            assertThat(ids).contains(link.getAttribute("href").substring(1));
        }
    }

    @Test
    void nothingOnThePageIsFetchedOrRun() throws Exception {
        String page = page(ExampleBooks.everything(1));
        assertThat(page).doesNotContain("<script", "<link", "<img", "src=", "url(", "@import", "http:", "https:");
        assertThat(page).contains("default-src &#39;none&#39;");
    }

    @Test
    void whatAContenderOrTheMachineSaysIsTextAndNeverMarkup() throws Exception {
        Book book = new Book(
                new Machine(NASTY, 2, 0, NASTY),
                NASTY,
                NASTY,
                NASTY,
                700,
                false,
                List.of(
                        ExampleBooks.measured(NASTY, NASTY, 1, 0.5),
                        ExampleBooks.failed("maptick", NASTY, 1, NASTY),
                        ExampleBooks.refused(NASTY, "idle-10k", NASTY)));
        String page = page(book);
        assertThat(page).doesNotContain("<script").doesNotContain("\u0007");
        Document parsed = parse(page);
        assertThat(parsed.getDocumentElement().getTextContent())
                .contains("<script>alert('1')</script> & \"more\" \uFFFD");
    }

    @Test
    void aBookWithoutRunsSaysSo() throws Exception {
        String page = page(ExampleBooks.of());
        assertThat(parse(page).getDocumentElement().getTextContent()).contains("Nothing was measured.");
        assertThat(elements(parse(page), "table")).isEmpty();
    }

    @Test
    void aScenarioInWhichNobodyCouldRunSaysWhy() throws Exception {
        String page = page(ExampleBooks.of(
                ExampleBooks.refused("fjp-skip", "idle-10k", "needs JDK 25"),
                ExampleBooks.failed("thread-per-map", "idle-10k", 2, "out of threads")));
        assertThat(page).contains("Nobody was measured.", "is not available: needs JDK 25", "failed: out of threads");
        assertThat(page).doesNotContain("NaN");
    }

    @Test
    void oneContenderInOneRoundHasChartsButNeitherSpreadNorRatio() throws Exception {
        String page = page(ExampleBooks.of(ExampleBooks.measured("maptick", "precision", 1, 0.07)));
        assertThat(page).contains("0.070", "One round").doesNotContain("whisker\"", "×\u00a0", "NaN", "Infinity");
        assertThat(elements(parse(page), "svg")).isNotEmpty();
    }

    @Test
    void ratiosAreTakenRoundByRound() {
        String page = text(ExampleBooks.of(
                ExampleBooks.measured("maptick", "precision", 1, 0.1),
                ExampleBooks.measured("stpe-skip", "precision", 1, 0.2),
                ExampleBooks.measured("maptick", "precision", 2, 0.3),
                ExampleBooks.measured("stpe-skip", "precision", 2, 0.4)));
        assertThat(page).contains("×\u00a00.63 (0.50 to 0.75)");
    }

    @Test
    void twoThreadsAreShownInProportionToOneWhereBothRan() {
        assertThat(text(ExampleBooks.everything(1))).containsOnlyOnce("capacity × of one thread");
        assertThat(text(ExampleBooks.of(ExampleBooks.measured("maptick", "saturation-2", 1, 1))))
                .doesNotContain("of one thread");
    }

    @Test
    void workIsShownBesideThatOfThreadsThatDoNothingElse() {
        assertThat(text(ExampleBooks.everything(1))).contains("Work done, in percent of the pure-work bound");
    }

    @Test
    void missingFiguresLeaveACellEmptyAndNoBar() throws Exception {
        List<RunResult> runs = new ArrayList<>();
        runs.add(ExampleBooks.measured("maptick", "precision", 1, 0.1));
        runs.add(ExampleBooks.bare("stpe-skip", "precision"));
        String page = page(ExampleBooks.of(true, runs));
        assertThat(page).contains(Amounts.NONE).doesNotContain("NaN", "Infinity");
        parse(page);
    }

    @Test
    void aBookThatWasEndedEarlySaysSo() {
        assertThat(text(ExampleBooks.of(false, List.of()))).contains("Ended before its last run");
        assertThat(text(ExampleBooks.of(true, List.of()))).doesNotContain("Ended before its last run");
    }

    @Test
    void everyContenderHasAColourOfItsOwn() throws IOException {
        String css = ReportWriter.styles();
        Set<String> colours = new HashSet<>();
        for (Contenders contender : Contenders.values()) {
            String name = contender.label();
            Matcher rule = Pattern.compile("\\.k-" + Pattern.quote(name) + "[ ,][^{]*\\{ --k: var\\((--[a-z0-9-]+)\\)")
                    .matcher(css);
            assertThat(rule.find()).as(name).isTrue();
            assertThat(colours.add(rule.group(1))).as(name).isTrue();
            assertThat(css.split(Pattern.quote(rule.group(1) + ": #"), -1))
                    .as("light and dark " + name)
                    .hasSize(3);
        }
    }

    @Test
    void thePageIsWrittenAsAFile(@TempDir Path dir) throws IOException {
        Path file = ReportWriter.write(ExampleBooks.everything(1), dir);
        assertThat(file).hasFileName("report.html").exists();
        assertThat(Files.readString(file)).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    }

    private static String page(Book book) throws IOException {
        return ReportPage.of(book, ReportWriter.styles());
    }

    private static String text(Book book) {
        return ReportPage.of(book, "");
    }

    /** The page keeps to what is XML as well, so that the parser every JDK has can check it. */
    private static Document parse(String page) throws ParserConfigurationException, SAXException, IOException {
        DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        return builder.parse(new InputSource(new StringReader(page)));
    }

    private static Set<String> ids(Document page) {
        Set<String> ids = new HashSet<>();
        for (Element element : elements(page, "*")) {
            if (element.hasAttribute("id")) {
                assertThat(ids.add(element.getAttribute("id")))
                        .as("twice: %s", element.getAttribute("id"))
                        .isTrue();
            }
        }
        return ids;
    }

    private static List<Element> elements(Document page, String tag) {
        NodeList nodes = page.getElementsByTagName(tag);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }
}
