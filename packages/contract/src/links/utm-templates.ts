import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, projectParams } from '../call.ts'
import { errors } from '../errors.ts'
import { utmTemplateId, uuid } from '../ids.ts'
import { nameText, optionalText } from '../text.ts'

export const utmFields = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type UtmField = (typeof utmFields)[number]
export type UtmValues = Record<UtmField, string>

export const utmTemplateMessages = {
  nameRequired: 'Template name is required',
  loadFailed: 'The templates could not be loaded',
} as const

export const utmValueMaxLength = 200
export const utmTemplateNameMaxLength = 64
export const utmTemplatesPerProject = 100

/** Returns the campaign parameters in the query of an address. A missing parameter is an empty text. */
export function parseUtmValues(target: string): UtmValues {
  const { searchParams } = new URL(target)
  return Object.fromEntries(utmFields.map((field) => [field, searchParams.get(`utm_${field}`) ?? ''])) as UtmValues
}

/** Returns the address with these campaign parameters. A blank parameter is removed. Other parameters do not change. */
export function setUtmValues(target: string, values: UtmValues): string {
  const url = new URL(target)
  for (const field of utmFields) {
    const value = values[field].trim()
    if ((url.searchParams.get(`utm_${field}`) ?? '').trim() === value) continue // Rewriting the query would change the encoding of other values
    if (value === '') url.searchParams.delete(`utm_${field}`)
    else url.searchParams.set(`utm_${field}`, value)
  }
  return url.href
}

const value = optionalText(utmValueMaxLength)

/** Campaign parameters with a name. A parameter is null if the template does not set it. */
export const utmTemplateDraft = mini.strictObject({
  name: nameText(utmTemplateMessages.nameRequired).check(
    mini.maxLength(utmTemplateNameMaxLength, { error: `Template names can be up to ${utmTemplateNameMaxLength} characters` }),
  ),
  source: value,
  medium: value,
  campaign: value,
  term: value,
  content: value,
})

const parameter = z.string().nullable()

const utmTemplate = z.object({
  template_id: uuid,
  name: z.string(),
  source: parameter,
  medium: parameter,
  campaign: parameter,
  term: parameter,
  content: parameter,
})

const templatesPath = '/v1/{orgId}/projects/{projectId}/utm-templates'
const oneTemplate = projectParams.extend({ templateId: utmTemplateId })

export const utmTemplates = {
  list: call({ method: 'GET', path: templatesPath, summary: 'The UTM templates of a project, by name' })
    .input(z.object({ params: projectParams }))
    .output(z.array(utmTemplate)),
  create: call({ method: 'POST', path: templatesPath, successStatus: 201, summary: 'Create a UTM template' })
    .input(z.object({ params: projectParams, body: utmTemplateDraft }))
    .output(utmTemplate)
    .errors(errors('UTM_TEMPLATE_NAME_TAKEN', 'UTM_TEMPLATE_LIMIT_REACHED')),
  update: call({ method: 'PUT', path: `${templatesPath}/{templateId}`, summary: 'Replace a UTM template' })
    .input(z.object({ params: oneTemplate, body: utmTemplateDraft }))
    .output(utmTemplate)
    .errors(errors('UTM_TEMPLATE_NOT_FOUND', 'UTM_TEMPLATE_NAME_TAKEN')),
  delete: call({
    method: 'DELETE',
    path: `${templatesPath}/{templateId}`,
    successStatus: 204,
    summary: 'Delete a UTM template; links that were made with it stay as they are',
  })
    .input(z.object({ params: oneTemplate }))
    .output(z.void())
    .errors(errors('UTM_TEMPLATE_NOT_FOUND')),
}

export type UtmTemplate = z.infer<typeof utmTemplate>
export type UtmTemplateDraft = z.output<typeof utmTemplateDraft>
