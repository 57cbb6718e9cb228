export const utmFields = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type UtmField = (typeof utmFields)[number]
export type UtmValues = Record<UtmField, string>

export const utmTemplateMessages = {
  nameRequired: 'Template name is required',
  loadFailed: 'The templates could not be loaded',
} as const

export const utmValueMaxLength = 200
export const utmTemplateNameMaxLength = 64
/** The maximum of templates of a project. */
export const utmTemplatesPerProject = 100

/** The campaign parameters in the query of an address; empty where it has none. */
export function utmValuesOf(target: string): UtmValues {
  const { searchParams } = new URL(target)
  return Object.fromEntries(utmFields.map((field) => [field, searchParams.get(`utm_${field}`) ?? ''])) as UtmValues
}

/** The address with these campaign parameters; a blank one is removed. Other parameters stay as they are. */
export function withUtmValues(target: string, values: UtmValues): string {
  const url = new URL(target)
  for (const field of utmFields) {
    const value = values[field].trim()
    if ((url.searchParams.get(`utm_${field}`) ?? '').trim() === value) continue // rewriting the query would change how other values are encoded
    if (value === '') url.searchParams.delete(`utm_${field}`)
    else url.searchParams.set(`utm_${field}`, value)
  }
  return url.href
}
