// All tests of a run share this engine. An instance's engine has a low priority, because redirects come first. Tests
// wait for this engine, so it has the priority of the tests.
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/platform/process/log.ts'
import { serveEngine } from '../../src/processes/engine-process.ts'

await serveEngine(readConfig(process.env), openLog('engine', 'error'))
