import { readStored, writeStored } from '../../../ui/browser/local-storage.ts'

const stepNames = ['retailer', 'store', 'import'] as const
export type StepName = (typeof stepNames)[number]

function keyOf(projectId: string): string {
  return `linkshelf.skipped-steps.${projectId}`
}

/** Returns the steps of a new project that the user skipped in this browser. */
export function readSkippedSteps(projectId: string): StepName[] {
  const stored = readStored(keyOf(projectId))
  return stepNames.filter((name) => Array.isArray(stored) && stored.includes(name))
}

export function writeSkippedSteps(projectId: string, names: readonly StepName[]): void {
  writeStored(keyOf(projectId), names)
}
