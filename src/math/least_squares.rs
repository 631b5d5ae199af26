//! Linear least squares of a few unknowns: Householder's QR, and with inequalities by Lawson and Hanson's LDP and NNLS.
//!
//! C. L. Lawson and R. J. Hanson, *Solving Least Squares Problems*, 1974, chapters 11 and 23.

/// A row of a linear system: the coefficients of the unknowns, and what they should give.
#[derive(Clone, Debug, PartialEq)]
pub struct Equation {
    /// Coefficients of the unknowns.
    pub row: Vec<f64>,
    /// The right-hand side.
    pub value: f64,
}

/// The unknowns that leave the smallest sum of squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The unknowns.
    pub unknowns: Vec<f64>,
    /// Diagonal of (AᵀA)⁻¹: times the variance of an equation's value it is the variance of each unknown.
    pub spread: Vec<f64>,
    /// Rows of a root of it, S with SSᵀ = (AᵀA)⁻¹: the spread of c·x is the square of cS.
    pub root: Vec<Vec<f64>>,
    /// How many inequalities hold the solution.
    pub held: usize,
}

/// A diagonal of R below this part of its column says that the equations do not tell the unknown from those before it.
const DEPENDENT: f64 = 1e-11;

/// The system after QR: R x = d, unknowns scaled to columns of length one.
struct Reduced {
    r: Vec<Vec<f64>>,
    d: Vec<f64>,
    scale: Vec<f64>,
}

/// Solves for the unknowns, subject to `row·x ≥ value` of each of `floors`; nothing where the equations do not
/// determine all of them or the inequalities contradict each other.
pub fn solve(equations: &[Equation], floors: &[Equation]) -> Option<Solution> {
    let reduced = reduce(equations)?;
    let inverse = reduced.inverse();
    let n = reduced.d.len();
    // z = R x − d is to be short: 0 without inequalities.
    let (z, held) = if floors.is_empty() { (vec![0.0; n], 0) } else { reduced.shortest(&inverse, floors)? };
    let target: Vec<f64> = z.iter().zip(&reduced.d).map(|(z, d)| z + d).collect();
    let unknown = |i: usize| dot(&inverse[i], &target) / reduced.scale[i];
    let spread = |i: usize| dot(&inverse[i], &inverse[i]) / (reduced.scale[i] * reduced.scale[i]);
    let row = |i: usize| inverse[i].iter().map(|entry| entry / reduced.scale[i]).collect();
    let root = (0..n).map(row).collect();
    Some(Solution { unknowns: (0..n).map(unknown).collect(), spread: (0..n).map(spread).collect(), root, held })
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn reduce(equations: &[Equation]) -> Option<Reduced> {
    let n = equations.first()?.row.len();
    if equations.len() < n {
        return None;
    }
    let length = |column: usize| equations.iter().map(|e| e.row[column] * e.row[column]).sum::<f64>().sqrt();
    let scale: Vec<f64> = (0..n).map(length).collect();
    if scale.iter().any(|length| *length <= 0.0) {
        return None;
    }
    // Columns of the scaled matrix, then the right-hand side.
    let mut columns: Vec<Vec<f64>> = (0..n).map(|j| equations.iter().map(|e| e.row[j] / scale[j]).collect()).collect();
    columns.push(equations.iter().map(|e| e.value).collect());
    for k in 0..n {
        let norm = dot(&columns[k][k..], &columns[k][k..]).sqrt();
        if norm < DEPENDENT {
            return None;
        }
        let mut mirror = columns[k][k..].to_vec();
        let head = if mirror[0] > 0.0 { -norm } else { norm };
        mirror[0] -= head;
        let squared = dot(&mirror, &mirror);
        for column in &mut columns[k..] {
            let part = 2.0 * dot(&mirror, &column[k..]) / squared;
            column[k..].iter_mut().zip(&mirror).for_each(|(c, m)| *c -= part * m);
        }
    }
    let r = (0..n).map(|i| (0..n).map(|j| if j < i { 0.0 } else { columns[j][i] }).collect()).collect();
    Some(Reduced { r, d: columns[n][..n].to_vec(), scale })
}

impl Reduced {
    /// Rows of R⁻¹.
    fn inverse(&self) -> Vec<Vec<f64>> {
        let n = self.d.len();
        let mut inverse = vec![vec![0.0; n]; n];
        for i in (0..n).rev() {
            let known = |column: usize| (i + 1..=column).map(|j| self.r[i][j] * inverse[j][column]).sum::<f64>();
            let entry = |column: usize| match column {
                column if column < i => 0.0,
                column if column == i => 1.0 / self.r[i][i],
                column => -known(column) / self.r[i][i],
            };
            inverse[i] = (0..n).map(entry).collect();
        }
        inverse
    }

    /// The shortest z whose x = R⁻¹(z + d) keeps the inequalities, and how many of them hold it.
    fn shortest(&self, inverse: &[Vec<f64>], floors: &[Equation]) -> Option<(Vec<f64>, usize)> {
        let n = self.d.len();
        // Each inequality as g·z ≥ h becomes a column (g, h); the residual of the non-negative problem gives z.
        let columns: Vec<Vec<f64>> = floors
            .iter()
            .map(|floor| {
                let row: Vec<f64> = (0..n).map(|i| floor.row[i] / self.scale[i]).collect();
                let mut g: Vec<f64> = (0..n).map(|j| (0..n).map(|i| row[i] * inverse[i][j]).sum()).collect();
                let h = floor.value - dot(&g, &self.d);
                g.push(h);
                g
            })
            .collect();
        let mut wanted = vec![0.0; n];
        wanted.push(1.0);
        let weights = not_negative(&columns, &wanted)?;
        let residual = |i: usize| columns.iter().zip(&weights).map(|(c, u)| c[i] * u).sum::<f64>() - wanted[i];
        let last = residual(n);
        // A residual of nothing means that the inequalities contradict each other.
        if last.abs() < 1e-12 {
            return None;
        }
        let held = weights.iter().filter(|weight| **weight > 0.0).count();
        Some(((0..n).map(|i| -residual(i) / last).collect(), held))
    }
}

/// Weights of the columns, none negative, whose sum comes nearest to `wanted` (NNLS).
fn not_negative(columns: &[Vec<f64>], wanted: &[f64]) -> Option<Vec<f64>> {
    let mut weights = vec![0.0; columns.len()];
    let mut used: Vec<usize> = Vec::new();
    let solve_used = |used: &[usize]| {
        let row = |i: usize| Equation { row: used.iter().map(|j| columns[*j][i]).collect(), value: wanted[i] };
        let equations: Vec<Equation> = (0..wanted.len()).map(row).collect();
        let reduced = reduce(&equations)?;
        let inverse = reduced.inverse();
        Some((0..used.len()).map(|i| dot(&inverse[i], &reduced.d) / reduced.scale[i]).collect::<Vec<f64>>())
    };
    // Each round ends nearer than the one before, and there are finitely many sets; rounding alone could make it circle.
    for _ in 0..10 * (columns.len() + 10) {
        let rest: Vec<f64> = (0..wanted.len())
            .map(|i| wanted[i] - columns.iter().zip(&weights).map(|(c, u)| c[i] * u).sum::<f64>())
            .collect();
        let gain = |j: usize| dot(&columns[j], &rest) / dot(&columns[j], &columns[j]).sqrt();
        let unused = (0..columns.len()).filter(|j| !used.contains(j));
        let Some(next) = unused.max_by(|a, b| gain(*a).total_cmp(&gain(*b))).filter(|j| gain(*j) > 1e-11) else {
            return Some(weights);
        };
        used.push(next);
        loop {
            let Some(free) = solve_used(&used) else {
                // The newcomer is a sum of the others: it adds nothing.
                used.pop();
                return Some(weights);
            };
            let blocked = |i: &usize| free[*i] <= 0.0;
            let Some(_) = (0..used.len()).find(blocked) else {
                used.iter().zip(&free).for_each(|(j, weight)| weights[*j] = *weight);
                break;
            };
            let reach = (0..used.len())
                .filter(blocked)
                .map(|i| weights[used[i]] / (weights[used[i]] - free[i]).max(f64::MIN_POSITIVE))
                .fold(1.0, f64::min);
            used.iter().zip(&free).for_each(|(j, weight)| weights[*j] += reach * (weight - weights[*j]));
            let leaving: Vec<usize> = used.iter().copied().filter(|j| weights[*j] <= 1e-15).collect();
            leaving.iter().for_each(|j| weights[*j] = 0.0);
            used.retain(|j| !leaving.contains(j));
            if used.is_empty() {
                break;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equation(row: &[f64], value: f64) -> Equation {
        Equation { row: row.to_vec(), value }
    }

    /// A line through four points, by the closed form: slope Sxy/Sxx, variances σ²/Sxx and σ²(1/n + x̄²/Sxx).
    #[test]
    fn a_line_has_the_closed_form() {
        let points = [(1.0, 2.0), (2.0, 2.5), (4.0, 5.5), (7.0, 6.0)];
        let equations: Vec<Equation> = points.iter().map(|(x, y)| equation(&[1.0, *x], *y)).collect();
        let solution = solve(&equations, &[]).expect("determined");
        let (mean_x, mean_y) = (3.5, 4.0);
        let sxx: f64 = points.iter().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum();
        let sxy: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        let slope = sxy / sxx;
        let expected = [mean_y - slope * mean_x, slope, 0.25 + mean_x * mean_x / sxx, 1.0 / sxx];
        let found = [&solution.unknowns[..], &solution.spread[..]].concat();
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-13), "{found:?} {expected:?}");
    }

    #[test]
    fn what_is_not_determined_has_no_solution() {
        assert_eq!(solve(&[equation(&[1.0, 2.0], 1.0), equation(&[2.0, 4.0], 3.0)], &[]), None);
        assert_eq!(solve(&[equation(&[1.0, 2.0], 1.0)], &[]), None);
        assert_eq!(solve(&[equation(&[1.0, 0.0], 1.0), equation(&[2.0, 0.0], 3.0)], &[]), None);
    }

    /// The point of a half plane, of a corner, and of a contradiction nearest to (1, 1).
    #[test]
    fn inequalities_hold_the_solution() {
        let near = [equation(&[1.0, 0.0], 1.0), equation(&[0.0, 1.0], 1.0)];
        let at = |floors: &[Equation]| solve(&near, floors).map(|s| (s.unknowns, s.held));
        let close = |found: Option<(Vec<f64>, usize)>, x: f64, y: f64, held: usize| {
            let (found, count) = found.expect("there is a solution");
            assert!((found[0] - x).abs() < 1e-12 && (found[1] - y).abs() < 1e-12 && count == held, "{found:?} {count}");
        };
        close(at(&[equation(&[1.0, 0.0], -3.0)]), 1.0, 1.0, 0);
        // x + y ≥ 4 leaves (2, 2), whatever else is satisfied.
        close(at(&[equation(&[1.0, 1.0], 4.0), equation(&[1.0, 0.0], -9.0)]), 2.0, 2.0, 1);
        // x ≥ 3 and y ≤ −1 leaves the corner.
        close(at(&[equation(&[1.0, 0.0], 3.0), equation(&[0.0, -1.0], 1.0)]), 3.0, -1.0, 2);
        assert_eq!(at(&[equation(&[1.0, 0.0], 3.0), equation(&[-1.0, 0.0], 1.0)]), None);
    }
}
