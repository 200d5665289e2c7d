package io.lockkeeper.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class ChartTest {

    @Test
    void aChartIsWellFormedAndFits() throws Exception {
        Document chart = parse(Chart.svg(SampleResults.create()));

        Element root = chart.getDocumentElement();
        assertThat(root.getTagName()).isEqualTo("svg");
        assertThat(chart.getElementsByTagName("rect").getLength()).isEqualTo(2);
        double width = Double.parseDouble(root.getAttribute("width"));
        for (int i = 0; i < 2; i++) {
            Element bar = (Element) chart.getElementsByTagName("rect").item(i);
            double end = Double.parseDouble(bar.getAttribute("x")) + Double.parseDouble(bar.getAttribute("width"));
            assertThat(end).isLessThan(width);
        }
    }

    @Test
    void aChartFollowsTheReadersColours() {
        assertThat(Chart.svg(SampleResults.create())).contains("prefers-color-scheme: dark");
    }

    @Test
    void wordsAreEscaped() throws Exception {
        Document chart = parse(Chart.svg(SampleResults.create()));

        assertThat(chart.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("Four processes & <one> key");
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
    }
}
