// The visitors' side: short links are followed here, and every click is kept before its visitor is sent on.
export { openEdge } from './open-edge.ts'
