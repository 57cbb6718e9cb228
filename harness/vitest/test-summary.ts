import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one line over all suites: how many tests passed and how many failed. */
export default class TestSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const brokenModules = modules.filter((module) => module.errors().length > 0).length
    const passed = states.filter((state) => state === 'passed').length
    const failed = states.filter((state) => state === 'failed').length + brokenModules + errors.length
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  }
}
