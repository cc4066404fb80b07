package dev.sluice.simulator.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ScriptTest {
    private static Script script(String text) {
        return Script.from(ScriptText.read(text));
    }

    @Test
    void readsTimesInAllUnits() {
        assertThat(script("ttft=20").pace().ttftUs()).isEqualTo(20_000);
        assertThat(script("ttft=2s,pace=500us").pace()).isEqualTo(new Script.Pace(2_000_000, 500));
    }

    @Test
    void separatesByCommaAndSemicolonAndDecodesValues() {
        Script script = script("say=a%2Cb%3B+c; tokens=3 , header=X-A: b%2C");

        assertThat(script.content().say()).isEqualTo("a,b;+c");
        assertThat(script.content().tokens()).isEqualTo(3);
        assertThat(script.answer().headers()).containsEntry("X-A", " b,");
    }

    @Test
    void knowsEachFault() {
        assertThat(script("reset-after=0").fault()).isEqualTo(new Fault.Reset(0));
        assertThat(script("stall-after=4").fault()).isEqualTo(new Fault.Stall(4));
        assertThat(script("hang").fault()).isEqualTo(new Fault.Hang());
        assertThat(script("status=200").fault()).isEqualTo(Fault.NONE);
        assertThat(script("").fault()).isEqualTo(Fault.NONE);
    }

    @Test
    void refusesWhatItDoesNotUnderstandWithTheWord() {
        assertThatThrownBy(() -> script("tokens=-1")).hasMessageContaining("tokens");
        assertThatThrownBy(() -> script("frame=odd")).hasMessageContaining("odd");
        assertThatThrownBy(() -> script("no-done=perhaps")).hasMessageContaining("no-done");
        assertThatThrownBy(() -> script("usage=some")).hasMessageContaining("usage");
        assertThatThrownBy(() -> script("body=%zz")).hasMessageContaining("%zz");
        assertThatThrownBy(() -> script("header=nocolon")).hasMessageContaining("Name:Value");
        assertThatThrownBy(() -> script("wat")).isInstanceOf(ScriptException.class);
    }
}
