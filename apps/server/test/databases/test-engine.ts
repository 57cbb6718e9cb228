// The engine that all tests of a run share. An instance's engine has a low priority, because redirects come first.
// Tests wait for this engine, so it has their priority.
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/platform/process/log.ts'
import { serveEngine } from '../../src/processes/engine-process.ts'

await serveEngine(readConfig(process.env), openLog('engine', 'error'))
