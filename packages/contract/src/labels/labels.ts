import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, projectParams } from '../call.ts'
import { hexColor } from '../color.ts'
import { errors } from '../errors.ts'
import { labelId, uuid } from '../ids.ts'
import { nameText } from '../text.ts'

export * from './label-colors.ts'

export const labelMessages = {
  nameRequired: 'Label name is required',
  loadFailed: 'Error loading labels. Please try again.',
  createFailed: 'Failed to create label',
  updateFailed: 'Failed to update label',
  deleteFailed: 'Failed to delete label',
} as const

export const labelNameMaxLength = 64

export const labelsPerProject = 1_000
export const labelsPerLink = 50

export const labelName = nameText(labelMessages.nameRequired).check(
  mini.maxLength(labelNameMaxLength, { error: `Labels can be up to ${labelNameMaxLength} characters` }),
)

/** The labels of one link. */
export const labelNames = mini.pipe(
  mini.array(labelName).check(mini.maxLength(labelsPerLink, { error: `Links can have up to ${labelsPerLink} labels` })),
  mini.transform((names: string[]) => [...new Set(names)]),
)

/** If `color_hex` is null, the color is computed from the name. */
export const label = z.object({ label_id: uuid, name: z.string(), active: z.boolean(), color_hex: z.string().nullable() })

/** An inactive label stays on its links, but can't be chosen for other links. */
export const labelDraft = mini.strictObject({
  name: labelName,
  active: mini._default(mini.boolean(), true),
  color_hex: mini._default(mini.nullable(hexColor), null),
})
export const labelUpdate = z.strictObject({
  name: z.optional(labelName),
  active: z.boolean().optional(),
  color_hex: z.nullable(hexColor).optional(),
})

const oneLabel = projectParams.extend({ labelId })

export const labels = {
  list: call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/labels', summary: 'The labels of a project, by name' })
    .input(z.object({ params: projectParams }))
    .output(z.array(label)),
  get: call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/labels/{labelId}', summary: 'Read one label' })
    .input(z.object({ params: oneLabel }))
    .output(label)
    .errors(errors('LABEL_NOT_FOUND')),
  create: call({ method: 'POST', path: '/v1/{orgId}/projects/{projectId}/labels', successStatus: 201, summary: 'Create a label' })
    .input(z.object({ params: projectParams, body: labelDraft }))
    .output(label)
    .errors(errors('LABEL_NAME_TAKEN', 'LABEL_LIMIT_REACHED')),
  update: call({
    method: 'PATCH',
    path: '/v1/{orgId}/projects/{projectId}/labels/{labelId}',
    summary: 'Rename a label, on its links too, choose its color, or activate or deactivate it',
  })
    .input(z.object({ params: oneLabel, body: labelUpdate }))
    .output(label)
    .errors(errors('LABEL_NOT_FOUND', 'LABEL_NAME_TAKEN')),
  delete: call({
    method: 'DELETE',
    path: '/v1/{orgId}/projects/{projectId}/labels/{labelId}',
    successStatus: 204,
    summary: 'Delete a label and remove it from its links',
  })
    .input(z.object({ params: oneLabel }))
    .output(z.void())
    .errors(errors('LABEL_NOT_FOUND')),
}

export type Label = z.infer<typeof label>
export type LabelDraft = z.output<typeof labelDraft>
export type LabelUpdate = z.output<typeof labelUpdate>
