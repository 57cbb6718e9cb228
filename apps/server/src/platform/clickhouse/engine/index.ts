// A ClickHouse engine inside this program, behind ClickHouse's own HTTP interface.
export { openEngine } from './open-engine.ts'
