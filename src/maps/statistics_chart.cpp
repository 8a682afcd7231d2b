#include "maps/statistics_chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/math.h"
#include "maps/bitmap_font.h"
#include "maps/canvas.h"
#include "maps/slope_maps.h"

namespace terrain {
namespace {

constexpr double kLn10 = 2.302585092994046;
const Rgb8 kPaper{255, 255, 255}, kInk{40, 44, 52}, kGrid{226, 228, 232}, kPale{170, 186, 206}, kBlue{38, 98, 168},
    kRed{196, 64, 48};

double log10_of(double v) { return math::log(v) / kLn10; }

/// The plot area of a panel and the values at its edges.
class Panel {
  public:
    Panel(Canvas& canvas, int number) : canvas_(canvas), left_(number * 400 + 70), right_(number * 400 + 380) {}

    void set_range(double x0, double x1, double y0, double y1) { x0_ = x0, x1_ = x1, y0_ = y0, y1_ = y1; }

    [[nodiscard]] int x(double v) const { return pixel(left_ + (v - x0_) / (x1_ - x0_) * (right_ - left_)); }
    [[nodiscard]] int y(double v) const { return pixel(kBottom - (v - y0_) / (y1_ - y0_) * (kBottom - kTop)); }

    void titles(const std::string& title, const std::string& note, const std::string& x_name,
                const std::string& y_name) {
        canvas_.text(left_, 14, title, kInk, 2);
        canvas_.text(left_, 36, note, kInk);
        canvas_.text((left_ + right_ - text_width(x_name)) / 2, kBottom + 30, x_name, kInk);
        canvas_.text_upwards(left_ - 60, (kTop + kBottom + text_width(y_name)) / 2, y_name, kInk);
    }
    void tick_x(double v, const std::string& label) {
        canvas_.line(x(v), kTop, x(v), kBottom, kGrid);
        canvas_.line(x(v), kBottom, x(v), kBottom + 5, kInk);
        canvas_.text(x(v) - text_width(label) / 2, kBottom + 10, label, kInk);
    }
    void tick_y(double v, const std::string& label) {
        canvas_.line(left_, y(v), right_, y(v), kGrid);
        canvas_.line(left_ - 5, y(v), left_, y(v), kInk);
        canvas_.text(left_ - 9 - text_width(label), y(v) - kGlyphHeight / 2, label, kInk);
    }
    void frame() {
        canvas_.line(left_, kTop, left_, kBottom, kInk);
        canvas_.line(left_, kBottom, right_, kBottom, kInk);
    }
    void line(double ax, double ay, double bx, double by, Rgb8 colour) {
        canvas_.line(x(ax), y(ay), x(bx), y(by), colour, 2);
    }
    void bar(double from, double to, double height, Rgb8 colour) {
        canvas_.fill(x(from), y(height), std::max(x(to) - 1, x(from) + 1), kBottom, colour);
    }
    void dot(double ax, double ay, Rgb8 colour) { canvas_.fill(x(ax) - 3, y(ay) - 3, x(ax) + 4, y(ay) + 4, colour); }
    void no_data() { canvas_.text((left_ + right_) / 2 - 41, (kTop + kBottom) / 2, "NO DATA", kPale, 2); }

  private:
    static constexpr int kTop = 60, kBottom = 345;

    /// Far outside the picture is as good as outside, and fits an int.
    static int pixel(double v) { return static_cast<int>(std::floor(std::clamp(v, -2000.0, 4000.0) + 0.5)); }

    Canvas& canvas_;
    int left_, right_;
    double x0_ = 0, x1_ = 1, y0_ = 0, y1_ = 1;
};

std::string_view name_of(ReliefAge age) {
    return age == ReliefAge::youth ? "youth" : age == ReliefAge::maturity ? "maturity" : "old age";
}

void draw_hypsometry(Panel panel, const Hypsometry& h) {
    const std::string note =
        h.range.integral ? fmt::format("integral {:.3f} ({})", *h.range.integral, name_of(*h.range.age)) : "";
    panel.titles("Hypsometric curve", note, "relative area", "relative height");
    for (int k = 0; k <= 5; ++k) {
        const std::string label = fmt::format("{:.1f}", 0.2 * k);
        panel.tick_x(0.2 * k, label);
        panel.tick_y(0.2 * k, label);
    }
    panel.frame();
    if (!h.range.integral) return panel.no_data();
    for (std::size_t k = 1; k < h.curve.size(); ++k) {
        const double step = 1.0 / (kHypsometricPoints - 1);
        const auto top = static_cast<double>(k) * step;
        panel.line(h.curve[k - 1], top - step, h.curve[k], top, kBlue);
    }
}

Rgb8 class_colour(double degrees) {
    const double angle = degrees * (math::kPi / 180.0);
    switch (slope_class(static_cast<float>(100.0 * math::sin(angle) / math::cos(angle)))) {
        case SlopeClass::flat:
            return {120, 170, 110};
        case SlopeClass::gentle:
            return {190, 196, 110};
        case SlopeClass::medium:
            return {224, 164, 84};
        case SlopeClass::steep:
            break;
    }
    return {176, 92, 70};
}

void draw_slopes(Panel panel, const SlopeStatistics& s) {
    panel.titles("Slope", s.cells > 0 ? fmt::format("mean {:.1f} %", s.mean_percent) : "", "degrees", "% of land");
    std::size_t last = 0;
    std::uint64_t most = 0;
    for (std::size_t k = 0; k < s.by_degree.size(); ++k) {
        if (s.by_degree[k] > 0) last = k;
        most = std::max(most, s.by_degree[k]);
    }
    const double cells = static_cast<double>(std::max<std::uint64_t>(s.cells, 1));
    const int x_end = 10 * (static_cast<int>(last) / 10 + 1);
    const double y_step = 100.0 * static_cast<double>(most) / cells > 50 ? 20
                          : most * 10 > s.cells                          ? 10
                          : most * 20 > s.cells                          ? 2
                                                                         : 1;
    const double y_end = y_step * (std::floor(100.0 * static_cast<double>(most) / cells / y_step) + 1);
    panel.set_range(0, x_end, 0, y_end);
    for (int x = 0; x <= x_end; x += x_end > 40 ? 10 : 5) panel.tick_x(x, fmt::format("{}", x));
    for (double y = 0; y <= y_end; y += y_step) panel.tick_y(y, fmt::format("{:.0f}", y));
    for (std::size_t k = 0; k <= last && s.cells > 0; ++k) {
        const auto degree = static_cast<double>(k);
        panel.bar(degree, degree + 1, 100.0 * static_cast<double>(s.by_degree[k]) / cells, class_colour(degree + 0.5));
    }
    panel.frame();
    if (s.cells == 0) panel.no_data();
}

void draw_slope_area(Panel panel, const ScalingLaw& law) {
    panel.titles("Slope and area", law.exponent ? fmt::format("concavity {:.2f}", 0.0 - *law.exponent) : "",
                 "drainage area, m^2", "slope");
    double x0 = 3, x1 = 7, y0 = -3, y1 = 0;
    for (std::size_t k = 0; k < law.bins.size(); ++k) {
        const double x = log10_of(law.bins[k].area_m2);
        const double y = log10_of(law.bins[k].median);
        x0 = k == 0 ? std::floor(x) : std::min(x0, std::floor(x));
        x1 = k == 0 ? std::floor(x) + 1 : std::max(x1, std::floor(x) + 1);
        y0 = k == 0 ? std::floor(y) : std::min(y0, std::floor(y));
        y1 = k == 0 ? std::floor(y) + 1 : std::max(y1, std::floor(y) + 1);
    }
    panel.set_range(x0, x1, y0, y1);
    const double y_step = std::floor((y1 - y0) / 8) + 1;
    for (double x = x0; x <= x1; x += 1) panel.tick_x(x, fmt::format("10^{:.0f}", x));
    for (double y = y0; y <= y1; y += y_step) panel.tick_y(y, fmt::format("10^{:.0f}", y));
    panel.frame();
    if (law.bins.empty()) return panel.no_data();
    if (law.exponent) {
        const double base = log10_of(*law.factor);
        // The law was fitted to a part of the bins: what of it lies outside the panel is cut off.
        double from = log10_of(law.bins.front().area_m2);
        double to = log10_of(law.bins.back().area_m2);
        if (*law.exponent != 0) {
            const double at_top = (y1 - base) / *law.exponent;
            const double at_bottom = (y0 - base) / *law.exponent;
            from = std::max(from, std::min(at_top, at_bottom));
            to = std::min(to, std::max(at_top, at_bottom));
        }
        if (from < to) panel.line(from, base + *law.exponent * from, to, base + *law.exponent * to, kRed);
    }
    for (const AreaBin& bin : law.bins) {
        panel.dot(log10_of(bin.area_m2), log10_of(bin.median), bin.cells >= kFitCells ? kBlue : kPale);
    }
}

}  // namespace

Grid<Rgb8> statistics_chart(const LandscapeStatistics& statistics) {
    Canvas canvas(kStatisticsChartShape, kPaper);
    draw_hypsometry(Panel(canvas, 0), statistics.hypsometry);
    draw_slopes(Panel(canvas, 1), statistics.slope);
    draw_slope_area(Panel(canvas, 2), statistics.slope_area);
    return canvas.picture();
}

}  // namespace terrain
