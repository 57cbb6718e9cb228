// The visitors' side: short links are followed here, and every click is kept before its visitor is sent on.
export { measureEdge } from './edge-metrics.ts'
export { openEdge } from './open-edge.ts'
