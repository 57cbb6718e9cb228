import type { FileImport } from '@linkshelf/contract'
import { type Icon, IconFileTypeCsv } from '@tabler/icons-react'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { formatNumber } from '../../ui/formats/numbers.ts'

/** The calls, texts and components of the panel that differ between kinds of imports. */
export interface ImportKind<One extends FileImport, Choices> {
  /** The title of the dialog. */
  title: string
  /** The imports of a project, latest first. */
  listQuery(scope: ProjectScope): UseQueryOptions<One[]>
  create(scope: ProjectScope, file: File): Promise<One>
  start(scope: ProjectScope, shown: One, choices: Choices): Promise<One>
  delete(scope: ProjectScope, importId: string): Promise<unknown>
  report(scope: ProjectScope, importId: string): Promise<{ body: unknown }>
  /** Queries to fetch again after an import, since it has changed their data. */
  changes: readonly QueryKey[]

  file: ImportedFileField
  texts: ImportTexts
  /** Explains the files below the field that takes one. */
  help: ReactNode
  /** The effects of the import before: "3 links created". Undefined where the panel does not show it. */
  lastEffects?(last: One): string
  /** Whether rows were rejected, or imported in part. */
  hasReport(shown: One): boolean
  Summary: ComponentType<ImportSummaryProps<One, Choices>>

  initialChoices(shown: One): Choices
  /** Asks what is left to choose before the import; undefined for a kind without choices. */
  Choices?: ComponentType<ImportChoicesProps<One, Choices>>
  /** Whether the import can be started with these choices. */
  isComplete?(shown: One, choices: Choices): boolean
  /** The number of things that would be imported, and the same in words: "3 links". */
  importable(shown: One, choices: Choices): { count: number; text: string }
}

/** The field that takes a file. */
interface ImportedFileField {
  label: string
  hint: string
  accept: string
  Icon: Icon
  maxBytes: number
  tooLarge: string
}

export interface ImportSummaryProps<One, Choices> {
  shown: One
  choices: Choices
  /** Whether the effects are those that the import would have. */
  isForecast: boolean
  /** Downloads the rows that were rejected or imported in part; undefined without any. */
  report: { isPending: boolean; mutate: () => void } | undefined
}

export interface ImportChoicesProps<One, Choices> {
  shown: One
  choices: Choices
  onChange: (choices: Choices) => void
}

export interface ImportTexts {
  uploadFailed: string
  deleteFailed: string
  checking: string
  stop: string
  /** Buttons that choose another file: of a file that can't be imported, of a checked one, and after an import. */
  anotherAfterFailure: string
  another: string
  importAnother: string
  /** Rendered after the sentence that says that a file is imported. */
  afterImport?: string
}

export function createCsvFileField({
  maxBytes,
  maxRows,
  tooLarge,
}: {
  maxBytes: number
  maxRows: number
  tooLarge: string
}): ImportedFileField {
  return {
    label: 'CSV file',
    hint: `Drop a CSV file here, ${maxBytes / 1e6} MB and ${formatNumber(maxRows)} rows at most.`,
    accept: '.csv,.tsv,.txt,text/csv',
    Icon: IconFileTypeCsv,
    maxBytes,
    tooLarge,
  }
}

export const csvTexts: ImportTexts = {
  uploadFailed: 'The file could not be uploaded. Please try again.',
  deleteFailed: 'The import could not be deleted. Please try again.',
  checking: 'Checking',
  stop: 'Stop',
  anotherAfterFailure: 'Choose another file',
  another: 'Choose another file',
  importAnother: 'Import another file',
}
