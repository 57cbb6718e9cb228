import type { Label, Link } from '@linkshelf/contract'

/** The labels that were toggled: true adds them to every link, false removes them from every link. */
export type LabelEdits = ReadonlyMap<string, boolean>

export interface LabelChanges {
  add: readonly string[]
  remove: readonly string[]
}

/** Whether all, some or none of the links have a label. */
export type LabelCoverage = 'all' | 'some' | 'none'

export function computeLabelCoverage(links: readonly Link[], label: string): LabelCoverage {
  const count = links.filter(({ labels }) => labels.includes(label)).length
  if (count === 0) return 'none'
  return count === links.length ? 'all' : 'some'
}

/** Returns the project's active labels, the labels of the links, and new labels, all sorted by name. */
export function listOfferedLabels(labels: readonly Label[], links: readonly Link[], edits: LabelEdits): string[] {
  const active = labels.filter(({ active }) => active).map(({ name }) => name)
  const names = new Set([...active, ...links.flatMap((link) => link.labels), ...edits.keys()])
  return [...names].sort((one, other) => one.localeCompare(other))
}

/** Returns only the edits that change a link. */
export function toLabelChanges(links: readonly Link[], edits: LabelEdits): LabelChanges {
  const toggled = [...edits].map(([label, isWanted]) => ({ label, isWanted, coverage: computeLabelCoverage(links, label) }))
  return {
    add: toggled.filter(({ isWanted, coverage }) => isWanted && coverage !== 'all').map(({ label }) => label),
    remove: toggled.filter(({ isWanted, coverage }) => !isWanted && coverage !== 'none').map(({ label }) => label),
  }
}

export function applyLabelChanges(labels: readonly string[], { add, remove }: LabelChanges): string[] {
  return [...new Set([...labels, ...add])].filter((label) => !remove.includes(label))
}
