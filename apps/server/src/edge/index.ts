// The visitors' side: redirects short links, and records each click before its visitor is redirected.
export { measureEdge } from './edge-metrics.ts'
export { openEdge } from './open-edge.ts'
