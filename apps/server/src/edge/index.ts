/**
 * Answers visitors. `visit/` decides the outcome of a visit and records its click. `link-cache/` finds the link.
 * `http/` reads requests from the socket and writes responses.
 */

export { measureEdge } from './edge-metrics.ts'
export { openEdge } from './open-edge.ts'
