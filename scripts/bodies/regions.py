"""Parts of the source's surface that are made over before it is packed: smoothed regions and closed pockets."""

from coarsen import cross, minus

# Regions of the surface: a vertex-picking rule on the woman's body, dm. Chest: around the points that this target moves.
CHEST_TARGET = "breast/nipple-size-decr"
CHEST_RINGS = 0
NAVEL_TARGET = "stomach/stomach-navel-out"
NAVEL_RINGS = 1


def mirror(positions):
    """The vertex on the other side for each vertex, by place."""
    keyed = {}
    for index, (x, y, z) in enumerate(positions):
        keyed.setdefault((round(y, 3), round(z, 3)), []).append(index)

    def opposite(index):
        x, y, z = positions[index]
        near = []
        for dy in (-0.001, 0.0, 0.001):
            for dz in (-0.001, 0.0, 0.001):
                near += keyed.get((round(y + dy, 3), round(z + dz, 3)), [])
        return min(near, key=lambda i: (abs(positions[i][0] + x), i))

    return [opposite(index) for index in range(len(positions))]


def neighbours(quads, count):
    beside = [set() for _ in range(count)]
    for quad in quads:
        for a, b in zip(quad, quad[1:] + quad[:1]):
            beside[a].add(b)
            beside[b].add(a)
    return [sorted(each) for each in beside]


def grown(seed, beside, rings):
    region = set(seed)
    for _ in range(rings):
        region |= {near for vertex in region for near in beside[vertex]}
    return region


class Smoothing:
    """Replaces the inside of regions by the smoothest surface through what is around them: C M⁻¹ C x = 0, where C are the
    cotangent weights of the woman's surface and M its areas, and two rings around a region are held.

    The result is one linear map of the surroundings for every body and every morph.
    """

    def __init__(self, quads, base, woman, source):
        self.beside = neighbours(quads, source.body)
        self.stencil = laplacian([t for quad in quads for t in halved(quad, woman)], woman)
        chest = {vertex for vertex in source.target(CHEST_TARGET) if vertex < source.body}
        navel = {vertex for vertex in source.target(NAVEL_TARGET) if vertex < source.body}
        # The cleft of the seat, to where the legs part.
        seat = {i for i, (x, y, z) in enumerate(woman[: source.body]) if abs(x) < 0.30 and -0.78 < y < 0.45 and z < 0.05}
        groups = [
            grown({i for i in chest if base[i][0] > 0}, self.beside, CHEST_RINGS),
            grown({i for i in chest if base[i][0] < 0}, self.beside, CHEST_RINGS),
            grown(navel, self.beside, NAVEL_RINGS),
            seat,
        ]
        self.maps = [self.map_of(sorted(group)) for group in groups]

    def map_of(self, region):
        """The inside as weights of vertices outside: [(vertex, {outside: weight})]."""
        number = {vertex: index for index, vertex in enumerate(region)}
        rows, outside = [], {}
        for vertex in region:
            row = {}
            for middle, factor in self.stencil(vertex)[1]:
                area, across = self.stencil(middle)
                for near, weight in across:
                    row[near] = row.get(near, 0.0) + factor * weight / area
            rows.append(row)
            for other in row:
                if other not in number:
                    outside.setdefault(other, len(outside))
        size = len(region)
        matrix = []
        for row in rows:
            line = [0.0] * (size + len(outside))
            for other, weight in row.items():
                if other in number:
                    line[number[other]] = weight
                else:
                    line[size + outside[other]] = -weight
            matrix.append(line)
        solve(matrix)
        names = sorted(outside, key=outside.get)
        found = []
        for vertex, line in zip(region, matrix):
            found.append((vertex, [(name, line[size + k]) for k, name in enumerate(names) if abs(line[size + k]) > 1e-9]))
        return found

    def positions(self, points):
        points = list(points)
        for each in self.maps:
            new = [
                (vertex, tuple(sum(weight * points[other][axis] for other, weight in parts) for axis in range(3)))
                for vertex, parts in each
            ]
            for vertex, point in new:
                points[vertex] = point
        return points

    def displacements(self, moved):
        zero = (0.0, 0.0, 0.0)
        moved = dict(moved)
        for each in self.maps:
            if not any(other in moved for _, parts in each for other, _ in parts):
                for vertex, _ in each:
                    moved.pop(vertex, None)
                continue
            new = {}
            for vertex, parts in each:
                values = [(weight, moved.get(other, zero)) for other, weight in parts]
                new[vertex] = tuple(sum(weight * value[axis] for weight, value in values) for axis in range(3))
            moved.update(new)
        return moved


def lend_toes(bodies, source, weights, bones):
    """Gives every body the toes of the man, in its own size and place: those of the others pass through each other."""
    man = bodies["man"]
    lent = {}
    for name, body in bodies.items():
        points = list(body)
        for side in "lr":
            ball, tip = (sorted(source.joints[f"joint-{side}-{joint}"]) for joint in ("foot-1", "toe-2-4"))
            at, end = (mean(joint, lambda i: body[i]) for joint in (ball, tip))
            its, its_end = (mean(joint, lambda i: man[i]) for joint in (ball, tip))
            scale = (apart(at, end) / apart(its, its_end)) ** 0.5
            bone = bones.index(f"ball_{side}")
            for vertex in range(source.body):
                part = weights[vertex].get(bone, 0.0) / sum(weights[vertex].values())
                if part > 0.0:
                    own = [a + scale * (p - b) for a, p, b in zip(at, man[vertex], its)]
                    points[vertex] = tuple(p + part * (q - p) for p, q in zip(points[vertex], own))
        lent[name] = points
    return lent


def mean(vertices, at):
    return tuple(sum(at(vertex)[axis] for vertex in vertices) / len(vertices) for axis in range(3))


def laplacian(triangles, positions):
    """For a vertex: a third of the area around it, and the weights of C, its own the sum of the others."""
    areas, links = {}, {}
    for triangle in triangles:
        for k in range(3):
            here, one, other = (triangle[(k + turn) % 3] for turn in range(3))
            p, q = (minus(positions[i], positions[here]) for i in (one, other))
            doubled = max(sum(part * part for part in cross(p, q)) ** 0.5, 1e-12)
            areas[here] = areas.get(here, 0.0) + doubled / 6.0
            cotangent = max(sum(x * y for x, y in zip(p, q)) / doubled, 0.02) / 2.0
            for a, b in ((one, other), (other, one)):
                links.setdefault(a, {})[b] = links.get(a, {}).get(b, 0.0) + cotangent

    def stencil(vertex):
        around = sorted(links[vertex].items())
        own = sum(weight for _, weight in around)
        return areas[vertex], [(vertex, own)] + [(near, -weight) for near, weight in around]

    return stencil


def solve(matrix):
    """Gauss–Jordan elimination with partial pivoting of [A | B] in place: B becomes A⁻¹B."""
    size = len(matrix)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        line = matrix[column]
        scale = 1.0 / line[column]
        active = [k for k in range(column, len(line)) if line[k] != 0.0]
        for k in active:
            line[k] *= scale
        for row in range(size):
            other = matrix[row]
            factor = other[column]
            if row == column or factor == 0.0:
                continue
            for k in active:
                other[k] -= factor * line[k]


def close_pockets(quads, base, woman, pockets):
    """Triangles of the surface without what lies behind the loops, each loop sewn shut."""
    opposite = mirror(base)
    eye, mouth = pockets
    (a, b), inner = eye
    loops = [(edge_loop(quads, a, b), inner), (edge_loop(quads, opposite[a], opposite[b]), opposite[inner])]
    loops.append((edge_loop(quads, *mouth[0]), mouth[1]))
    gone, caps = set(), []
    for loop, inner in loops:
        gone |= behind(quads, loop, inner)
        caps += sewn(loop, quads, gone, woman)
    triangles = []
    for index, quad in enumerate(quads):
        if index not in gone:
            triangles += halved(quad, woman)
    return triangles + caps


def halved(quad, positions):
    a, b, c, d = quad
    if apart(positions[a], positions[c]) <= apart(positions[b], positions[d]):
        return [(a, b, c), (a, c, d)]
    return [(a, b, d), (b, c, d)]


def apart(p, q):
    return sum((x - y) ** 2 for x, y in zip(p, q))


def edge_loop(quads, first, second):
    """Follows an edge straight on through vertices of four quads until it comes back."""
    around = {}
    for index, quad in enumerate(quads):
        for corner in quad:
            around.setdefault(corner, []).append(index)
    loop = [first, second]
    while True:
        before, here = loop[-2:]
        beside = {}
        for index in around[here]:
            quad = quads[index]
            at = quad.index(here)
            for other in (quad[(at + 1) % 4], quad[at - 1]):
                beside.setdefault(other, set()).add(index)
        ahead = [other for other, faces in beside.items() if not faces & beside[before]]
        if len(ahead) != 1 or len(loop) > 200:
            raise SystemExit(f"bake-bodies: no loop through the edge {first}, {second}")
        if ahead[0] == first:
            return loop
        loop.append(ahead[0])


def behind(quads, loop, inner):
    """Quads on the side of the loop where `inner` is."""
    border = {frozenset(edge) for edge in zip(loop, loop[1:] + loop[:1])}
    across = {}
    for index, quad in enumerate(quads):
        for edge in zip(quad, quad[1:] + quad[:1]):
            across.setdefault(frozenset(edge), []).append(index)
    waiting = [next(index for index, quad in enumerate(quads) if inner in quad)]
    found = set()
    while waiting:
        index = waiting.pop()
        if index in found:
            continue
        found.add(index)
        quad = quads[index]
        for edge in zip(quad, quad[1:] + quad[:1]):
            if frozenset(edge) not in border:
                waiting += [other for other in across[frozenset(edge)] if other not in found]
    return found


def sewn(loop, quads, gone, positions):
    """Triangles between the upper and the lower side of a loop, from one corner to the other."""
    # The cap runs along the loop as the quads behind it did.
    forth = {edge for index in gone for edge in zip(quads[index], quads[index][1:] + quads[index][:1])}
    if (loop[0], loop[1]) not in forth:
        loop = loop[::-1]
    left = min(range(len(loop)), key=lambda i: positions[loop[i]][0])
    loop = loop[left:] + loop[:left]
    right = max(range(len(loop)), key=lambda i: positions[loop[i]][0])
    one, other = loop[: right + 1], [loop[0]] + loop[:right - 1:-1]
    triangles, i, j = [], 0, 0
    while i + 1 < len(one) or j + 1 < len(other):
        step_one = i + 1 < len(one) and (
            j + 1 == len(other)
            or apart(positions[one[i + 1]], positions[other[j]]) <= apart(positions[one[i]], positions[other[j + 1]])
        )
        if step_one:
            corners = (one[i], one[i + 1], other[j])
            i += 1
        else:
            corners = (one[i], other[j + 1], other[j])
            j += 1
        if len(set(corners)) == 3:
            triangles.append(corners)
    return triangles
