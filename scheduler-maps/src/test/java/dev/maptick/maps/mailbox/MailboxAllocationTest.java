package dev.maptick.maps.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MapWork;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class MailboxAllocationTest {
    private static final int POSTS = 100_000;
    private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static long allocated() {
        return BEAN.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static void turn(HandHost host, Mailbox mailbox, MapWork work) {
        for (int i = 0; i < POSTS; i++) {
            mailbox.offer(work, i % 4 == 0);
            if (i % 64 == 63) {
                host.tick(mailbox, 256);
            }
        }
    }

    @Test
    void aPostAndItsDrainAllocateNothing() {
        HandHost host = new HandHost();
        Mailbox mailbox = new Mailbox(host, MailboxLimits.defaults());
        int[] runs = new int[1];
        MapWork work = () -> runs[0]++;
        turn(host, mailbox, work);
        turn(host, mailbox, work);
        long before = allocated();
        turn(host, mailbox, work);
        long used = allocated() - before;
        assertThat(runs[0] + mailbox.pending()).isEqualTo(3 * POSTS);
        // Asking for the figure may itself allocate a little.
        assertThat(used).isLessThan(POSTS / 10);
    }

    @Test
    void anIdleMailboxIsSmall() {
        HandHost host = new HandHost();
        Mailbox[] all = new Mailbox[10_000];
        MailboxLimits limits = MailboxLimits.defaults();
        all[0] = new Mailbox(host, limits);
        all[0].offer(() -> {}, true);
        all[0].offer(() -> {}, false);
        long before = allocated();
        for (int i = 0; i < all.length; i++) {
            all[i] = new Mailbox(host, limits);
        }
        long idle = (allocated() - before) / all.length;
        before = allocated();
        for (Mailbox mailbox : all) {
            mailbox.offer(() -> {}, false);
        }
        long used = (allocated() - before) / all.length;
        System.out.println("mailbox: " + idle + " bytes idle, " + used + " more once posted to");
        assertThat(idle).isLessThan(450);
        assertThat(used).isBetween(1_024L * 4, 1_024L * 8 + 1_500);
    }
}
