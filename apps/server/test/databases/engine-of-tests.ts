// The engine that all tests of a run share. That of an instance leaves the processor to the other processes; here every
// test waits for it.
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/platform/process/log.ts'
import { serveEngine } from '../../src/processes/engine-process.ts'

await serveEngine(readConfig(process.env), openLog('engine', 'error'))
