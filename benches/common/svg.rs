//! A small plot in logarithmic axes, readable on light and on dark ground.
#![allow(clippy::disallowed_methods)] // no state depends on a plot

use std::fmt::Write;

/// Side of a panel's field and the room around it, in the plot's own units.
const FIELD: [f64; 2] = [330.0, 300.0];
const LEFT: f64 = 58.0;
const TOP: f64 = 40.0;
const PANEL: f64 = LEFT + FIELD[0] + 24.0;
const HEIGHT: f64 = TOP + FIELD[1] + 92.0;

/// A point with its name; one without a name belongs to a series of the legend.
#[derive(Clone, Debug)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub label: String,
}

/// Points of one colour.
#[derive(Clone, Debug)]
pub struct Series {
    pub name: String,
    pub colour: &'static str,
    /// Filled discs or open squares.
    pub disc: bool,
    pub points: Vec<Point>,
}

/// One field of the plot.
#[derive(Clone, Debug)]
pub struct Panel {
    pub title: String,
    /// Names of the axes.
    pub axes: [String; 2],
    /// Ranges of the axes; what lies outside is drawn at the border.
    pub ranges: [[f64; 2]; 2],
    pub series: Vec<Series>,
}

/// The panels side by side.
pub fn plot(panels: &[Panel]) -> String {
    let width = PANEL * panels.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" width=\"{width}\" height=\"{HEIGHT}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"11\" fill=\"#808080\">\n"
    );
    for (index, panel) in panels.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<g transform=\"translate({}, {TOP})\">", index as f64 * PANEL + LEFT);
        svg += &panel.draw();
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

impl Panel {
    /// Where a value of an axis lies, from the left or from the top.
    fn at(&self, axis: usize, value: f64) -> f64 {
        let [low, high] = self.ranges[axis];
        let part = ((value / low).ln() / (high / low).ln()).clamp(0.0, 1.0);
        if axis == 0 { part * FIELD[0] } else { (1.0 - part) * FIELD[1] }
    }

    fn draw(&self) -> String {
        let mut svg = String::new();
        let [width, height] = FIELD;
        let _ = writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#808080\" stroke-opacity=\"0.6\"/>\n\
             <text x=\"{}\" y=\"-16\" text-anchor=\"middle\" font-size=\"13\">{}</text>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(-42, {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            width / 2.0,
            self.title,
            width / 2.0,
            height + 32.0,
            self.axes[0],
            height / 2.0,
            self.axes[1],
        );
        for axis in 0..2 {
            for value in ticks(self.ranges[axis]) {
                let p = self.at(axis, value);
                let [line, label] = if axis == 0 {
                    [
                        format!("x1=\"{p:.1}\" x2=\"{p:.1}\" y1=\"0\" y2=\"{height}\""),
                        format!("x=\"{p:.1}\" y=\"{}\" text-anchor=\"middle\"", height + 15.0),
                    ]
                } else {
                    [
                        format!("y1=\"{p:.1}\" y2=\"{p:.1}\" x1=\"0\" x2=\"{width}\""),
                        format!("x=\"-6\" y=\"{:.1}\" text-anchor=\"end\"", p + 4.0),
                    ]
                };
                let _ = writeln!(svg, "<line {line} stroke=\"#808080\" stroke-opacity=\"0.2\"/>");
                let _ = writeln!(svg, "<text {label}>{value}</text>");
            }
        }
        let mut labels = Vec::new();
        let drawn = self.series.iter().filter(|series| !series.points.is_empty());
        for (index, series) in drawn.enumerate() {
            svg += &self.points(series, &mut labels);
            let (x, y) = ((index % 2) as f64 * width / 2.0, height + 52.0 + (index / 2) as f64 * 16.0);
            svg += &mark(series, x + 6.0, y);
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", x + 16.0, y + 4.0, series.name);
        }
        svg
    }

    /// Marks and names; `labels` are the places of names so far.
    fn points(&self, series: &Series, labels: &mut Vec<[f64; 2]>) -> String {
        let mut svg = String::new();
        for point in &series.points {
            let (x, y) = (self.at(0, point.x), self.at(1, point.y));
            svg += &mark(series, x, y);
            if point.label.is_empty() {
                continue;
            }
            // Names stay inside the field, and a name over another goes below it.
            let (anchored, anchor) = if x > 0.6 * FIELD[0] { (x - 8.0, "end") } else { (x + 8.0, "start") };
            let mut label = [x, y + 4.0];
            while labels.iter().any(|other| (other[0] - x).abs() < 110.0 && (other[1] - label[1]).abs() < 11.0) {
                label[1] += 2.0;
            }
            labels.push(label);
            let _ = writeln!(
                svg,
                "<text x=\"{anchored:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" font-size=\"10\">{}</text>",
                label[1], point.label
            );
        }
        svg
    }
}

fn mark(series: &Series, x: f64, y: f64) -> String {
    if series.disc {
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{}\"/>\n", series.colour)
    } else {
        let (x, y) = (x - 3.5, y - 3.5);
        format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"7\" height=\"7\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>\n",
            series.colour
        )
    }
}

/// 1, 2 and 5 times the powers of ten inside a range; only the powers where that would be too many.
fn ticks([low, high]: [f64; 2]) -> Vec<f64> {
    let factors: &[f64] = if high / low > 300.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let powers = (low.log10().floor() as i32)..=(high.log10().ceil() as i32);
    // From text, so that a tenth is written as one.
    let value = |power: i32, factor: f64| format!("{factor}e{power}").parse::<f64>().expect("a number");
    let all = powers.flat_map(|power| factors.iter().map(move |factor| value(power, *factor)));
    all.filter(|value| (low..=high).contains(value)).collect()
}
