#!/usr/bin/env python3
"""Deliberate mistakes in shipped files, each a small edit: `headland check` names every one of them at its place.

usage: mistakes.py HEADLAND ASSETS [NAME...]

A mistake is a row of MISTAKES: the file, what is replaced by what, what the complaint says, and the file that is checked
where that is another. The complaint, a warning or an error, must stand at a place of the file, not at its beginning; the
exit status is 0 when all are warnings and else 2."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

TRACTOR, EXCAVATOR, FORKLIFT = "machines/tractor.yaml", "machines/excavator.yaml", "machines/forklift.yaml"
SLALOM, SAND_TRANSFER = "exercises/1-slalom.yaml", "exercises/3-sand-transfer.yaml"

# The forklift with a motor in each of its wheels in place of its driveline.
HYDROSTATIC = [
    (r"(?ms)^driveline:.*?(?=^contact:)", ""),
    (r"(?m)^  - \{name: (throttle)(, .*)$", r"  - {name: drive, safe: 0, circuit: drive, command: drive}\n  - {name: \1\2"),
    (r"(?m)^  - \{name: (brake|parking_brake|direction|gear_up), .*\n", ""),
    (r"(?m)^engine:", """  - name: drive
    oil: {density: 870 kg/m3, bulk_modulus: 1.4e9, air_fraction: 0.01}
    nodes:
      - {name: T, kind: source, pressure: 5 bar}
      - {name: P, hose: 0.5 l, pressure: 5 bar}
      - {name: F, hose: 0.5 l, pressure: 5 bar}
      - {name: R, hose: 0.5 l, pressure: 5 bar}
    commands:
      - {name: drive}
    pumps:
      - {name: pump, from: T, to: P, displacement: 45 cm3/rev, joint: crankshaft}
    reliefs:
      - {name: main, from: P, to: T, setting: 250 bar, flow: 200 l/min, pressure_drop: 300 bar}
    throttles:
      - {name: idle, from: P, to: T, flow: 60 l/min, pressure_drop: 10 bar}
    directionals:
      - {name: drive, P: P, A: F, B: R, T: T, command: drive, time_constant: 50 ms, flow: 100 l/min, pressure_drop: 10 bar}
    motors:
      - {name: front_left, from: F, to: R, joint: wheel_front_left, displacement: 400 cm3/rev}
      - {name: front_right, from: F, to: R, joint: wheel_front_right, displacement: 400 cm3/rev}
      - {name: rear_left, from: F, to: R, joint: wheel_rear_left, displacement: 400 cm3/rev}
      - {name: rear_right, from: F, to: R, joint: wheel_rear_right, displacement: 400 cm3/rev}

engine:"""),
]

# name: file, [(pattern, replacement)...], what is said. A pattern is replaced where it stands first.
MISTAKES = {
    # ---- eleven that a trial found accepted ----
    "link 15 cm too long": (EXCAVATOR, [(r"a_at: \[0\.691 m", "a_at: [0.841 m")], r"loop 'link_pin' is open by 0\.1"),
    "guide rod 15 cm too long": (TRACTOR, [(r"\{name: guide_plate, type: universal, parent: guide_rod, child: guide_plate, at: \[1\.0769 m, 0, -0\.8141 m\]",
                                            "{name: guide_plate, type: universal, parent: guide_rod, child: guide_plate, at: [1.1966 m, 0, -0.9046 m]")],
                                 r"loop 'knee' is open by 0\.1"),
    "left and right wheels swapped": (TRACTOR, [(r"wheels: \{front_left: front_left, front_right: front_right", "wheels: {front_left: front_right, front_right: front_left")],
                                      r"driveline: its left wheel 'front_right' is at y = -0\.9"),
    "steering gain of the wrong sign": (TRACTOR, [(r"gain: 12 1/rad", "gain: -12 1/rad")], r"control 'steering' has a gain of -12"),
    "relief below the load-sensing margin": (EXCAVATOR, [(r"pressure_drop: 36\.5 MPa, setting: 34\.8 MPa, range: 1\.7 MPa", "pressure_drop: 3 MPa, setting: 1.5 MPa, range: 0.5 MPa")],
                                             r"relief valve 'main_1' opens at 1\.9 MPa, below"),
    "bucket of 15 t": (TRACTOR, [(r"name: bucket, mass: 330 kg", "name: bucket, mass: 15 t")], r"body 'bucket' has a mass of 1\.5e\+04 kg"),
    "tool profile reversed": (TRACTOR, [(r"profile: \[\[0\.95 m, -0\.15 m\], \[0\.35 m, -0\.15 m\], \[0\.25 m, -0\.1232 m\], \[0\.1768 m, -0\.05 m\], \[0\.15 m, 0\.05 m\], \[0\.15 m, 0\.67 m\]\]",
                                         "profile: [[0.15 m, 0.67 m], [0.15 m, 0.05 m], [0.1768 m, -0.05 m], [0.25 m, -0.1232 m], [0.35 m, -0.15 m], [0.95 m, -0.15 m]]")],
                              r"tool 'bucket' begins at \[0\.15, 0\.67\]"),
    "mouldboard's profile reversed": (EXCAVATOR, [("reverse", "blade")], r"tool 'blade' begins at"),
    "pump ports swapped": (TRACTOR, [(r"name: pump, from: tank, to: VP", "name: pump, from: VP, to: tank")], r"pump 'pump' draws from 'VP'"),
    "valve P and T swapped": (TRACTOR, [(r"name: lift, P: VP, A: V1, B: V2, T: tank", "name: lift, P: tank, A: V1, B: V2, T: VP")], r"valve 'lift' has its supply 'P' on 'tank'"),
    "steering valve P and T swapped": (TRACTOR, [(r"name: unit, P: supply, A: left, B: right, T: tank", "name: unit, P: tank, A: left, B: right, T: supply")],
                                       r"valve 'unit' has its supply 'P' on 'tank'"),
    "one of four wheel motors backwards": (FORKLIFT, HYDROSTATIC + [(r"name: rear_left, from: F, to: R", "name: rear_left, from: R, to: F")],
                                           r"motor 'rear_left' turns its wheel against 3 of 4"),
    "tire 300 N/m": (TRACTOR, [(r"stiffness: 380 kN/m", "stiffness: 300 N/m")], r"tire 'front 420/70 R28' has a stiffness of 300 N/m"),
    "follow ends of 38 rad": (TRACTOR, [(r"low: -36\.67 deg, high: 52\.80 deg", "low: -38, high: 38")], r"control 'steering' follows from -38 to 38 rad"),
    # ---- others ----
    "piston of 50 m": (TRACTOR, [(r"piston: 75 mm", "piston: 50 m")], r"cylinder 'lift' has pistons of 3927 m2"),
    "chassis of 4.86 kg": (TRACTOR, [(r"name: frame, mass: 4860 kg", "name: frame, mass: 4.86 kg")], r"body 'frame' has a mass of 4\.86 kg"),
    "boom of 20 kg": (EXCAVATOR, [(r"name: boom, mass: 2056\.5 kg", "name: boom, mass: 2.0565 kg")], r"body 'boom' has a mass of 2\.057 kg"),
    "millimetres without a unit": (TRACTOR, [(r"at: \[2\.6000 m, 0, -0\.1980 m\]", "at: [2600, 0, -198]")], r"joint 'front_axle' has its point 'at' 2600 m"),
    "joint at 35 rad": (EXCAVATOR, [(r"position: 35 deg, hold: true", "position: 35, hold: true")], r"joint 'boom' starts at 35 rad"),
    "wheel's y mistyped": (TRACTOR, [(r"child: wheel_rear_left, at: \[0, 0\.925 m, 0\]", "child: wheel_rear_left, at: [0, 0.295 m, 0]")],
                           r"wheels 'rear_left' and 'rear_right' of an axle"),
    "wheel bodies swapped": (TRACTOR, [(r"name: rear_left, body: wheel_rear_left", "name: rear_left, body: wheel_rear_right_"),
                                       (r"name: rear_right, body: wheel_rear_right", "name: rear_right, body: wheel_rear_left"),
                                       (r"wheel_rear_right_", "wheel_rear_right")], r"wheel 'rear_left' is at y = -0\.925 m"),
    "gravity upwards": (FORKLIFT, [(r"(?m)^simulation:", "gravity: [0, 0, 9.81]\nsimulation:")], r"gravity is \[0, 0, 9\.81\]"),
    "engine speeds without a unit": (FORKLIFT, [(r"top_speed: 2400 rpm", "top_speed: 2400"),
                                                (r"\[2400 rpm, 130 N m\]", "[2400, 130 N m]")], r"engine: its top speed of 2400 rad/s"),
    "engine torque in kN m": (FORKLIFT, [(r"\[\[800 rpm, 120 N m\], \[1600 rpm, 160 N m\], \[2400 rpm, 130 N m\]\]",
                                          "[[800 rpm, 120 kN m], [1600 rpm, 160 kN m], [2400 rpm, 130 kN m]]")], r"engine: its full load reaches 3\.2?"),
    "rear axle ratio of 1.2": (FORKLIFT, [(r"rear_ratio: 12\}", "rear_ratio: 1.2}")], r"driveline: in its highest gear '2'"),
    "clutch of 30 N m": (FORKLIFT, [(r"capacity: 300 N m", "capacity: 30 N m")], r"driveline: the clutch holds 30 N m"),
    "brakes of 4 N m": (FORKLIFT, [(r"service_rear: 4 kN m", "service_rear: 4 N m")], r"driveline: the service brakes of 0 and 4 N m"),
    "throttle safe at full": (FORKLIFT, [(r"name: throttle, range: \[0, 1\], safe: 0", "name: throttle, range: [0, 1], safe: 1")], r"control 'throttle' goes to 1"),
    "lever safe at full": (TRACTOR, [(r'name: lift, meaning: "loader lever: raise \(\+\), lower \(-\)", range: \[-1, 1\], safe: 0', 'name: lift, range: [-1, 1], safe: 1, initial: 0')],
                           r"control 'lift' goes to 1"),
    "relief of the lift at 2 MPa": (TRACTOR, [(r"name: relief_1, from: V1, to: tank, flow: 500 l/min, pressure_drop: 25 MPa, setting: 22\.5 MPa", "name: relief_1, from: V1, to: tank, flow: 500 l/min, pressure_drop: 25 MPa, setting: 2.25 MPa")],
                                    r"relief valve 'relief_1' opens at 2\.35 MPa, but 'V1' starts at 4\.06 MPa"),
    "main relief left out": (FORKLIFT, [(r"(?m)^    reliefs:\n.*\n", ""), (r"(?m)^      - \{name: bypass, from: P.*\n", "")], r"(pump 'pump' has a fixed displacement and no relief|no throttle)"),
    "relief turned round": (TRACTOR, [(r"name: relief_2, from: V2, to: tank", "name: relief_2, from: tank, to: V2")], r"relief valve 'relief_2' protects the tank"),
    "make-up valve turned round": (TRACTOR, [(r"name: make_up_1, from: tank, to: V1", "name: make_up_1, from: V1, to: tank")], r"check valve 'make_up_1' drains 'V1'"),
    "section's margin above the pump's": (EXCAVATOR, [(r"pressure_drop: 1 MPa, margin: 2 MPa, group: 1", "pressure_drop: 1 MPa, margin: 20 MPa, group: 1")],
                                          r"section 'boom_1' wants a margin of 20 MPa"),
    "bulk modulus in kPa": (FORKLIFT, [(r"bulk_modulus: 1\.4e9", "bulk_modulus: 1.4e6")], r"oil with a bulk modulus of 1\.4 MPa"),
    "hose of 500 l": (FORKLIFT, [(r"name: P, hose: 0\.5 l", "name: P, hose: 0.5")], r"node 'P' has 500 l"),
    "node at 20 Pa": (FORKLIFT, [(r"name: A, hose: 0\.1 l, pressure: 20 bar", "name: A, hose: 0.1 l, pressure: 20")], r"'pressure' is below the vapour pressure"),
    "valve of 50 m3/s": (FORKLIFT, [(r"time_constant: 50 ms, flow: 50 l/min", "time_constant: 50 ms, flow: 50")], r"valve 'lift' passes"),
    "spool of 50 s": (FORKLIFT, [(r"time_constant: 50 ms, flow", "time_constant: 50, flow")], r"valve 'lift' has a time constant of 50 s"),
    "pump of 28 l": (FORKLIFT, [(r"displacement: 28 cm3/rev", "displacement: 28 l/rev")], r"pump 'pump' displaces"),
    "friction of 70": (FORKLIFT, [(r"kinetic: 0\.7, stiction: 0\.85,", "kinetic: 70, stiction: 85,")], r"tire 'front' has friction coefficients of 70"),
    "rear tires of 0.18 m": (FORKLIFT, [(r"radius: 0\.28 m", "radius: 0.08 m")], r"(carries nothing while|stands on level ground with its nose)"),
    "counterweight ahead": (FORKLIFT, [(r"centre: \[-0\.5 m, 0, 0\.3 m\]", "centre: [0.5 m, 0, 0.3 m]")], r"the machine tips over at its start: .* body 'frame'"),
    "command that nothing moves": (FORKLIFT, [(r"      - \{name: lift\}\n", "      - {name: lift}\n      - {name: tilt}\n")], r"nothing moves command 'tilt'"),
    "control that no input reaches": (FORKLIFT, [(r"(?m)^  - \{name: key, .*$", r"\g<0>\n  - {name: side_shift, safe: 0}")],
                                      r"no shipped key or device moves the control 'side_shift'"),
    "track on the other side": (EXCAVATOR, [(r"(?ms)(^tracks:.*?    y: )1\.19 m", r"\g<1>-1.19 m")], r"track 'left' is at y = -1\.19 m"),
    "tracks' stations of 300 N/m": (EXCAVATOR, [(r"(?ms)(^tracks:.*?stiffness: )3000 kN/m", r"\g<1>300 N/m")], r"track 'left' has stations of 300 N/m"),
    "seat 550 m away": (TRACTOR, [(r"at: \[-0\.10 m, 0, 0\.55 m\]\}", "at: [-100, 0, 550]}")], r"the seat is 550 m"),
    "shape of 2200 m": (FORKLIFT, [(r"name: hull, body: frame, size: \[2\.2 m", "name: hull, body: frame, size: [2200")], r"shape 'hull'"),
    "plunger turned round": (FORKLIFT, [(r"piston_side: LA, rod_side: T", "piston_side: T, rod_side: LA")], r"cylinder 'lift' has its rod side, which has no area"),
    "relief's range without a unit": (EXCAVATOR, [(r"setting: 37 MPa, range: 2 MPa", "setting: 37 MPa, range: 2")], r"the range of relief valve of 'boom_a' is 2 Pa"),
    "second valve of a lever crossed": (EXCAVATOR, [(r"name: boom_2, P: P2, A: boom_a, B: boom_b", "name: boom_2, P: P2, A: boom_b, B: boom_a")],
                                        r"valve 'boom_2' feeds 'boom_b' where valve 'boom_1'"),
    "parking brake of 3 N m": (FORKLIFT, [(r"parking_rear: 3 kN m", "parking_rear: 3 N m")], r"the parking brakes of 0 and 3 N m"),
    "tire's damping without a unit": (FORKLIFT, [(r"damping: 7 kN s/m", "damping: 7")], r"tire 'rear' has a damping of 7 N s/m"),
    "cushion without a unit": (TRACTOR, [(r"stiffness: 30 kN/mm", "stiffness: 30")], r"the cushions of cylinder 'lift' have 60 N/m"),
    "tank at 1 kPa": (FORKLIFT, [(r"name: T, kind: source, pressure: 1 bar", "name: T, kind: source, pressure: 1 kPa")], r"source 'T' has 1000 Pa"),
    "hose of 700 Pa": (TRACTOR, [(r"name: VP, hose: 0\.8 l, hose_modulus: 700 MPa", "name: VP, hose: 0.8 l, hose_modulus: 700")], r"node 'VP' has hoses of 0\.0007 MPa"),
    "arm of 438 g": (TRACTOR, [(r"name: arm, mass: 438 kg", "name: arm, mass: 0.438 kg")], r"body 'arm' has a mass of 0\.438 kg .*gyration of 28"),
    "counterbalance valve turned round": (EXCAVATOR, [(r"name: right_forward, from: right_forward, to: right_ahead", "name: right_forward, from: right_ahead, to: right_forward")],
                                          r"counterbalance valve 'right_forward' lies 'from' 'right_ahead'"),
    # ---- exercises, scripts, pictures ----
    "watch of 10 rad": (SLALOM, [(r"\{signal: hits\.count, above: 0\.5\}", "{signal: chassis.roll, above: 10}")],
                        r"signal 'chassis\.roll' is never above 10 rad: it lies between -1\.571 and 1\.571 rad.*\"10 deg\"\?"),
    "watch of 20 rad below": (SAND_TRANSFER, [(r"\{signal: chassis\.roll, below: -20 deg\}", "{signal: chassis.roll, below: -20}")],
                              r"signal 'chassis\.roll' is never below -20 rad"),
    "share of the fuel in per cent": (SAND_TRANSFER, [(r"\{signal: fuel\.share, below: 1\.15 %\}", "{signal: fuel.share, below: 1.15}")],
                                      r"signal 'fuel\.share' is always below 1\.15"),
    "fifth gear of two": (SLALOM, [(r"\{signal: hits\.count, above: 0\.5\}", "{signal: gear.number, above: 30}")],
                          r"signal 'gear\.number' is never above 30: it lies between 1 and 24"),
    "clock after the end": (SLALOM, [(r"(?m)^tasks:", "seconds: 4 min\ntasks:")], r"signal 'time' is never above 300 s"),
    "trailing fail without after": (SLALOM, [(r"(?m)(  - name: clock\n    optional: true\n)    after: \[\]\n", r"\1")],
                                    r"task 'clock' begins when 'measure' is done, and with it the exercise is finished"),
    "lever's value in a switch": (SLALOM, [(r"\{signal: hits\.count, above: 0\.5\}", "{signal: control.horn, above: 1}")],
                                  r"signal 'control\.horn' is never above 1"),
    "script's angle without a unit": ("operators/excavator-hopper.yaml", [(r"above: 46 deg", "above: 46")],
                                      r"signal 'boom\.angle' is never above 46 rad.*\"46 deg\"", "scenarios/excavator-hopper.yaml"),
    "image that is no image": ("hud/loader.svg", [(r"(?s).*", "<svg")], r"'image': .*loader\.svg: ", "hud/gallery.yaml"),
    "model that is no model": ("models/tractor.glb", [("bytes", "glTF")], r"'model': \.\./models/tractor\.glb cannot be read: ", TRACTOR),
    "model cut off": ("models/tractor.glb", [("cut", "")], r"'model': \.\./models/tractor\.glb cannot be read: ", TRACTOR),
}


def reversed_profile(text, tool):
    """The file with the profile of a tool turned round."""
    at = re.search(r"(?m)^  - name: %s\b.*\n(?:    .*\n)*?    profile: \[(\[.*\])\]" % tool, text)
    corners = re.findall(r"\[[^\[\]]*\]", at.group(1))
    start, end = at.span(1)
    return text[:start] + ", ".join(reversed(corners)) + text[end:]


def edited(data, edits):
    for pattern, new in edits:
        if pattern in ("bytes", "cut"):
            data = new.encode() * 20 if pattern == "bytes" else data[: len(data) // 2]
            continue
        text = data.decode()
        if pattern == "reverse":
            data = reversed_profile(text, new).encode()
            continue
        if not re.search(pattern, text):
            raise ValueError("nothing is like %r" % pattern)
        data = re.sub(pattern, new, text, count=0 if (pattern, new) in HYDROSTATIC else 1).encode()
    return data


def tree(assets, path, data):
    """A folder like the assets, with one file of it exchanged."""
    root = tempfile.mkdtemp()
    for name in os.listdir(assets):
        if name != os.path.dirname(path):
            os.symlink(os.path.join(assets, name), os.path.join(root, name))
    folder = os.path.join(root, os.path.dirname(path))
    shutil.copytree(os.path.join(assets, os.path.dirname(path)), folder)
    with open(os.path.join(root, path), "wb") as file:
        file.write(data)
    return root


def judge_safely(program, assets, name):
    try:
        return judge(program, assets, name)
    except ValueError as error:
        return str(error)


def judge(program, assets, name):
    path, edits, expected, *checked = MISTAKES[name]
    checked = checked[0] if checked else path
    with open(os.path.join(assets, path), "rb") as file:
        root = tree(assets, path, edited(file.read(), edits))
    # the other folders stand as they are, so that what they name is found among the changed files
    folder = os.path.join(root, os.path.dirname(checked))
    if os.path.islink(folder):
        os.unlink(folder)
        shutil.copytree(os.path.join(assets, os.path.dirname(checked)), folder)
    try:
        run = subprocess.run([program, "check", os.path.join(root, checked)], capture_output=True, text=True, timeout=120)
    finally:
        shutil.rmtree(root)
    said = run.stderr.splitlines()
    hits = [s for s in said if re.search(expected, s)]
    if not hits:
        return "not named; said: " + (" | ".join(said)[:600] or run.stdout.strip())
    if not re.match(r"[^:]*\.yaml:\d+:\d+: ", hits[0]) or ":1:1: " in hits[0]:
        return "without a place: " + hits[0]
    if run.returncode != (0 if all(": warning: " in s for s in said) else 2):
        return "exit status %d of: %s" % (run.returncode, " | ".join(said))
    return None


def main():
    program, assets = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    names = sys.argv[3:] or list(MISTAKES)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = dict(zip(names, pool.map(lambda name: judge_safely(program, assets, name), names)))
    for name in names:
        if wrong[name]:
            print("FAIL: %s: %s" % (name, wrong[name]))
    print("%d of %d mistakes named" % (sum(not w for w in wrong.values()), len(names)))
    sys.exit(any(wrong.values()))


main()
