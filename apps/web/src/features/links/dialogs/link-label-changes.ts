import type { Label, Link } from '@linkshelf/contract'

/** What is wanted of labels that were touched: on every link, or on none. */
export type LabelEdits = ReadonlyMap<string, boolean>

export interface LabelChanges {
  add: readonly string[]
  remove: readonly string[]
}

/** Whether all of the links, some of them or none carry a label. */
export type LabelCoverage = 'all' | 'some' | 'none'

export function labelCoverage(links: readonly Link[], label: string): LabelCoverage {
  const count = links.filter(({ labels }) => labels.includes(label)).length
  if (count === 0) return 'none'
  return count === links.length ? 'all' : 'some'
}

/** By name: the project's active labels, those the links carry already, and those just thought of. */
export function offeredLabels(labels: readonly Label[], links: readonly Link[], wanted: LabelEdits): string[] {
  const active = labels.filter(({ active }) => active).map(({ name }) => name)
  const names = new Set([...active, ...links.flatMap((link) => link.labels), ...wanted.keys()])
  return [...names].sort((one, other) => one.localeCompare(other))
}

/** Only what differs from what the links carry. */
export function toLabelChanges(links: readonly Link[], wanted: LabelEdits): LabelChanges {
  const touched = [...wanted].map(([label, isWanted]) => ({ label, isWanted, carried: labelCoverage(links, label) }))
  return {
    add: touched.filter(({ isWanted, carried }) => isWanted && carried !== 'all').map(({ label }) => label),
    remove: touched.filter(({ isWanted, carried }) => !isWanted && carried !== 'none').map(({ label }) => label),
  }
}

export function applyLabelChanges(labels: readonly string[], { add, remove }: LabelChanges): string[] {
  return [...new Set([...labels, ...add])].filter((label) => !remove.includes(label))
}
