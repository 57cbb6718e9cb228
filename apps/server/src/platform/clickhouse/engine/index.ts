// An embedded ClickHouse engine behind ClickHouse's own HTTP interface.
export { openEngine } from './open-engine.ts'
