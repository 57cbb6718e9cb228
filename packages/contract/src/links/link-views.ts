import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, projectParams } from '../call.ts'
import { errors } from '../errors.ts'
import { linkViewId, uuid } from '../ids.ts'
import { maxCharacters, nameText, text } from '../text.ts'
import { linkViewMessages, linkViewNameMaxLength, linkViewQueryMaxLength, toLinkViewQuery } from './link-view-rules.ts'

export * from './link-view-rules.ts'

/** The list of links under a name. */
export const linkViewDraft = mini.strictObject({
  name: nameText(linkViewMessages.nameRequired).check(maxCharacters(linkViewNameMaxLength)),
  query: mini.pipe(text.check(maxCharacters(linkViewQueryMaxLength)), mini.transform(toLinkViewQuery)),
})

/** The name of a view as a form has it. */
export const linkViewForm = mini.object({ name: linkViewDraft.shape.name })

export const linkView = z.object({
  view_id: uuid,
  name: z.string(),
  /** The query of the list's URL: `search`, `label`, `health`, `archived` and `sort`. */
  query: z.string(),
})

const inViews = '/v1/{orgId}/projects/{projectId}/link-views'
const oneView = projectParams.extend({ viewId: linkViewId })

export const linkViews = {
  list: call({ method: 'GET', path: inViews, summary: 'Your saved views of the list of links, by name', isForUsersOnly: true })
    .input(z.object({ params: projectParams }))
    .output(z.array(linkView)),
  create: call({
    method: 'POST',
    path: inViews,
    successStatus: 201,
    summary: 'Save a view of the list of links for yourself',
    isForUsersOnly: true,
    role: 'viewer',
  })
    .input(z.object({ params: projectParams, body: linkViewDraft }))
    .output(linkView)
    .errors(errors('LINK_VIEW_NAME_TAKEN', 'LINK_VIEW_LIMIT_REACHED')),
  update: call({ method: 'PUT', path: `${inViews}/{viewId}`, summary: 'Replace a saved view', isForUsersOnly: true, role: 'viewer' })
    .input(z.object({ params: oneView, body: linkViewDraft }))
    .output(linkView)
    .errors(errors('LINK_VIEW_NOT_FOUND', 'LINK_VIEW_NAME_TAKEN')),
  delete: call({
    method: 'DELETE',
    path: `${inViews}/{viewId}`,
    successStatus: 204,
    summary: 'Delete a saved view; its links stay',
    isForUsersOnly: true,
    role: 'viewer',
  })
    .input(z.object({ params: oneView }))
    .output(z.void())
    .errors(errors('LINK_VIEW_NOT_FOUND')),
}

export type LinkView = z.infer<typeof linkView>
export type LinkViewDraft = z.output<typeof linkViewDraft>
