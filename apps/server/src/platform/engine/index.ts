// A ClickHouse engine inside this program, behind ClickHouse's own HTTP interface.
export { type Engine, type EngineOptions, openEngine } from './open-engine.ts'
export { runEngine } from './run-engine.ts'
