import { z } from 'zod'
import { call, id, inProject } from './call.ts'
import { errors } from './errors.ts'
import { nameText } from './text.ts'

export const labelMessages = {
  nameRequired: 'Label name is required',
  loadFailed: 'Error loading labels. Please try again.',
  createFailed: 'Failed to create label',
  updateFailed: 'Failed to update label',
  deleteFailed: 'Failed to delete label',
} as const

export const labelNameMaxLength = 64

/** How many labels a project holds, and how many one link carries. */
export const labelsPerProject = 1_000
export const labelsPerLink = 50

/** The colours of labels; the first stands while a label has no name yet. */
export const labelPalette = ['#3B82F6', '#10B981', '#F59E0B', '#EF4444', '#8B5CF6', '#EC4899', '#14B8A6', '#6B7280'] as const
export const defaultLabelColor = labelPalette[0]

/** A label's colour comes from its text (FNV-1a over its characters), so it is the same on every screen and is kept nowhere. */
export function labelColor(name: string): (typeof labelPalette)[number] {
  if (name === '') return defaultLabelColor
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  // The low bits of this hash are poorly mixed, and they alone would choose among eight.
  return labelPalette[((hash ^ (hash >>> 15)) >>> 0) % labelPalette.length] ?? defaultLabelColor
}

export const labelName = nameText(labelMessages.nameRequired).max(labelNameMaxLength, {
  error: `A label may have ${labelNameMaxLength} characters at most`,
})

/** The labels of one link. */
export const labelNames = z
  .array(labelName)
  .max(labelsPerLink, { error: `A link may carry ${labelsPerLink} labels at most` })
  .transform((names) => [...new Set(names)])

export const label = z.object({ label_id: id, name: z.string(), active: z.boolean() })

/** An inactive label stays on its links, and is not offered for others. */
export const labelDraft = z.strictObject({ name: labelName, active: z.boolean().default(true) })
export const labelUpdate = z.strictObject({ name: labelName.optional(), active: z.boolean().optional() })

const oneLabel = inProject.extend({ labelId: id })

export const labels = {
  list: call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/labels', summary: 'The labels of a project, by name' })
    .input(z.object({ params: inProject }))
    .output(z.array(label)),
  create: call({ method: 'POST', path: '/v1/{orgId}/projects/{projectId}/labels', successStatus: 201, summary: 'Create a label' })
    .input(z.object({ params: inProject, body: labelDraft }))
    .output(label)
    .errors(errors('LABEL_NAME_TAKEN', 'LABEL_LIMIT_REACHED')),
  update: call({
    method: 'PATCH',
    path: '/v1/{orgId}/projects/{projectId}/labels/{labelId}',
    summary: 'Rename a label, on every link that carries it, or turn it on or off',
  })
    .input(z.object({ params: oneLabel, body: labelUpdate }))
    .output(label)
    .errors(errors('LABEL_NOT_FOUND', 'LABEL_NAME_TAKEN')),
  delete: call({
    method: 'DELETE',
    path: '/v1/{orgId}/projects/{projectId}/labels/{labelId}',
    successStatus: 204,
    summary: 'Delete a label and take it off its links',
  })
    .input(z.object({ params: oneLabel }))
    .output(z.void())
    .errors(errors('LABEL_NOT_FOUND')),
}

export type Label = z.infer<typeof label>
export type LabelDraft = z.output<typeof labelDraft>
export type LabelUpdate = z.output<typeof labelUpdate>
