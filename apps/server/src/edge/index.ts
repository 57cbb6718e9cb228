// The visitors' side: short links are followed here, and every click is kept before its visitor is sent on.
export { type Edge, type EdgeOptions, type EdgeState, openEdge } from './open-edge.ts'
