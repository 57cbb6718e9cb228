import type { PageLanguage } from '@linkshelf/contract'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

const textsByLanguage: Readonly<Record<PageLanguage, Texts>> = { en, de, fr, it, es, pt, nl, pl, ja, ar, he }

export function getTexts(language: PageLanguage): Texts {
  return textsByLanguage[language]
}
