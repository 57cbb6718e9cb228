/** `failing`: it failed once, and is checked again a day later. `blocked`: the site does not let itself be checked. */
export const linkHealthStatuses = ['unchecked', 'ok', 'failing', 'broken', 'unavailable', 'blocked'] as const

export type LinkHealthStatus = (typeof linkHealthStatuses)[number]

/** The list of links can be filtered by these problems. */
export const linkProblems = ['broken', 'unavailable'] as const

export type LinkProblem = (typeof linkProblems)[number]

/** How long a failing page is given before its link is broken. */
export const brokenAfterHours = 24

/** An owner can have the same link checked once in this time. */
export const linkCheckIntervalMs = 60_000
