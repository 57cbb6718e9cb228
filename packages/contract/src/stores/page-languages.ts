// Separate from the store schemas, so that screens can load this file without the schema library.

/** Languages of pages for visitors, each with its name in that language. */
export const pageLanguages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  es: 'Español',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  ar: 'العربية',
  he: 'עברית',
} as const

export type PageLanguage = keyof typeof pageLanguages
export const pageLanguageCodes = Object.keys(pageLanguages) as [PageLanguage, ...PageLanguage[]]
export const defaultPageLanguage = 'en' satisfies PageLanguage

/** The value of the attribute `dir` on pages in this language. */
export function directionOf(language: PageLanguage): 'ltr' | 'rtl' {
  return language === 'ar' || language === 'he' ? 'rtl' : 'ltr'
}
