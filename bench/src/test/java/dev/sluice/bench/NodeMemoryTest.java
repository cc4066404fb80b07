package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeMemoryTest {
    @Test
    void sumsUpWhatLivesAndLeavesOutWhatOnlyFills() {
        var histogram =
                List.of(
                        "4711:",
                        " num     #instances         #bytes  class name (module)",
                        "-------------------------------------------------------",
                        "   1:         46690        3363000  [B (java.base@25)",
                        "   2:            39           1460  [Ljdk.internal.vm.FillerElement; (java.base@25)",
                        "   3:             2             48  dev.sluice.dataplane.call.Call",
                        "Total         46731        3364508");

        assertThat(NodeMemory.sum(histogram)).isEqualTo(3_363_048);
    }
}
