"""What the numbers in a Blood Bowl 2 file stand for: published names by Cyanide's ids.

Races, skills and injuries are those that several tools agree on; positions are named as in the Competition Rules.
"""

from __future__ import annotations

from engine.formats.matchfile import Kind

RACES: dict[int, str] = {
    1: "Human",
    2: "Dwarf",
    3: "Skaven",
    4: "Orc",
    5: "Lizardmen",
    6: "Goblin",
    7: "Wood Elf",
    8: "Chaos",
    9: "Dark Elf",
    10: "Undead",
    11: "Halfling",
    12: "Norse",
    13: "Amazon",
    14: "Elf",
    15: "High Elf",
    16: "Khemri",
    17: "Necromantic",
    18: "Nurgle",
    19: "Ogre",
    20: "Vampire",
    21: "Chaos Dwarf",
    22: "Underworld",
    24: "Bretonnia",
    25: "Kislev",
}

POSITIONS: dict[int, str] = {
    1: "Lineman",
    2: "Catcher",
    3: "Thrower",
    4: "Blitzer",
    5: "Ogre",
    6: "Blocker",
    7: "Runner",
    8: "Blitzer",
    9: "Troll Slayer",
    10: "Deathroller",
    11: "Lineman",
    12: "Catcher",
    13: "Thrower",
    14: "Wardancer",
    15: "Treeman",
    16: "Lineman",
    17: "Thrower",
    18: "Gutter Runner",
    19: "Blitzer",
    20: "Rat Ogre",
    21: "Lineman",
    22: "Goblin",
    23: "Thrower",
    24: "Black Orc Blocker",
    25: "Blitzer",
    26: "Troll",
    27: "Skink",
    28: "Saurus",
    29: "Kroxigor",
    32: "Beastman",
    33: "Chaos Warrior",
    34: "Minotaur",
    47: "Lineman",
    48: "Runner",
    49: "Assassin",
    50: "Blitzer",
    51: "Witch Elf",
    62: "Lineman",
    63: "Thrower",
    64: "Runner",
    65: "Berserker",
    66: "Ulfwerener",
    67: "Snow Troll",
    77: "Lineman",
    78: "Thrower",
    79: "Catcher",
    80: "Blitzer",
}
"""Positions whose ids are known; a player of another has none here."""

SKILLS: dict[int, str] = {
    1: "Strip Ball",
    2: "+ST",
    3: "+AG",
    4: "+MA",
    5: "+AV",
    6: "Catch",
    7: "Dodge",
    8: "Sprint",
    9: "Pass Block",
    10: "Foul Appearance",
    11: "Leap",
    12: "Extra Arms",
    13: "Mighty Blow",
    14: "Leader",
    15: "Horns",
    16: "Two Heads",
    17: "Stand Firm",
    18: "Always Hungry",
    19: "Regeneration",
    20: "Take Root",
    21: "Accurate",
    22: "Break Tackle",
    23: "Sneaky Git",
    25: "Chainsaw",
    26: "Dauntless",
    27: "Dirty Player",
    28: "Diving Catch",
    29: "Dump-Off",
    30: "Block",
    31: "Bone-head",
    32: "Very Long Legs",
    33: "Disturbing Presence",
    34: "Diving Tackle",
    35: "Fend",
    36: "Frenzy",
    37: "Grab",
    38: "Guard",
    39: "Hail Mary Pass",
    40: "Juggernaut",
    41: "Jump Up",
    44: "Loner",
    45: "Nerves of Steel",
    46: "No Hands",
    47: "Pass",
    48: "Piling On",
    49: "Prehensile Tail",
    50: "Pro",
    51: "Really Stupid",
    52: "Right Stuff",
    53: "Safe Throw",
    54: "Secret Weapon",
    55: "Shadowing",
    56: "Side Step",
    57: "Tackle",
    58: "Strong Arm",
    59: "Stunty",
    60: "Sure Feet",
    61: "Sure Hands",
    63: "Thick Skull",
    64: "Throw Team-Mate",
    67: "Wild Animal",
    68: "Wrestle",
    69: "Tentacles",
    70: "Multiple Block",
    71: "Kick",
    72: "Kick-Off Return",
    74: "Big Hand",
    75: "Claw",
    76: "Ball & Chain",
    77: "Stab",
    78: "Hypnotic Gaze",
    79: "Stakes",
    80: "Bombardier",
    81: "Decay",
    82: "Nurgle's Rot",
    83: "Titchy",
    84: "Blood Lust",
    86: "Animosity",
    228: "Fan Favourite",
    264: "Stakes",
}

BADLY_HURT, DEAD = 1, 18

INJURIES: dict[int, str] = {
    1: "Badly Hurt",
    2: "Broken Ribs",
    3: "Groin Strain",
    4: "Gouged Eye",
    5: "Broken Jaw",
    6: "Fractured Arm",
    7: "Fractured Leg",
    8: "Smashed Hand",
    9: "Pinched Nerve",
    10: "Damaged Back",
    11: "Smashed Knee",
    12: "Smashed Hip",
    13: "Smashed Ankle",
    14: "Serious Concussion",
    15: "Fractured Skull",
    16: "Broken Neck",
    17: "Smashed Collar Bone",
    18: "Dead",
}

WEATHER = ("Nice", "Sweltering Heat", "Very Sunny", "Pouring Rain", "Blizzard")
"""By the number of the board's weather."""

KICK_OFFS = (
    "Get the Ref",
    "Riot",
    "Perfect Defence",
    "High Kick",
    "Cheering Fans",
    "Changing Weather",
    "Brilliant Coaching",
    "Quick Snap",
    "Blitz",
    "Throw a Rock",
    "Pitch Invasion",
)
"""By the number of the event, which is the sum of two dice less 2 (CRP, Kick-off Table)."""

INDUCEMENTS: dict[int, str] = {
    1: "Bloodweiser Babes",
    2: "Bribes",
    3: "Extra Team Training",
    4: "Halfling Master Chef",
    5: "Wandering Apothecaries",
    6: "Mercenary",
    7: "Star Player",
    8: "Wizard",
}
"""By category, told by the prices and numbers that the files give them."""

CONTRACTS: dict[int, Kind] = {1: "journeyman", 2: "mercenary", 3: "star"}
"""Players who are not on the roster."""


WEATHER_BY_DICE: dict[int, str] = {2: WEATHER[1], 3: WEATHER[2], 11: WEATHER[3], 12: WEATHER[4]}
"""CRP, Weather Table: two dice; all other sums are nice."""


def weather_of(dice: tuple[int, ...]) -> str:
    return WEATHER_BY_DICE.get(sum(dice), WEATHER[0])


def skill(number: int) -> str:
    return SKILLS.get(number, f"Skill {number}")


def injury(number: int) -> str:
    return INJURIES.get(number, f"Injury {number}")
