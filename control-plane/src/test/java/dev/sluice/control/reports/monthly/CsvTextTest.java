package dev.sluice.control.reports.monthly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.money.Money;
import org.junit.jupiter.api.Test;

class CsvTextTest {
    @Test
    void quotesWhatNeedsIt() {
        var csv = new CsvText().row("a,b", "say \"hi\"", "two\nlines", null, 7L).toString();

        assertThat(csv).isEqualTo("\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",,7\r\n");
    }

    @Test
    void disarmsWhatASpreadsheetWouldRun() {
        var csv =
                new CsvText()
                        .row("=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\uff1d1", "a=b", -1L)
                        .row(" =1", "\ufeff=1", "\u00a0+1", " a", " ", "")
                        .toString();

        assertThat(csv)
                .isEqualTo(
                        "'=1+1,'+1,'-1,'@SUM(A1),'\tx,'\uff1d1,a=b,-1\r\n"
                                + "' =1,'\ufeff=1,'\u00a0+1, a, ,\r\n");
    }

    @Test
    void writesMoneyExactly() {
        var csv =
                new CsvText()
                        .row(new Money(1), new Money(Long.MAX_VALUE), new Money(-20_000_000))
                        .toString();

        assertThat(csv).isEqualTo("0.000000001,9223372036.854775807,-0.02\r\n");
    }
}
