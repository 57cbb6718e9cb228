import type { FileImport, FileImportIssue, ImportUndo, ImportUndoForecast } from '@linkshelf/contract'
import { type Icon, IconFileTypeCsv } from '@tabler/icons-react'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { formatNumber } from '../../ui/formats/numbers.ts'

/** What differs between kinds of imports: the calls, texts and components of the import panel. */
export interface ImportKind<One extends FileImport, Choices> {
  /** The title of the dialog. */
  title: string
  /** The imports of a project, latest first. */
  listQuery(scope: ProjectScope): UseQueryOptions<One[]>
  create(scope: ProjectScope, file: File): Promise<One>
  start(scope: ProjectScope, shown: One, choices: Choices): Promise<One>
  delete(scope: ProjectScope, importId: string): Promise<unknown>
  report(scope: ProjectScope, importId: string): Promise<{ body: unknown }>
  /** Returns a page of the rows that are rejected or imported in part. */
  issues(scope: ProjectScope, importId: string, cursor: string | undefined): Promise<IssuePage>
  /** Queries to refetch after an import, because the import has changed their data. */
  changes: readonly QueryKey[]

  file: ImportedFileField
  texts: ImportTexts
  /** Explains which files are accepted. It is shown below the file field. */
  help: ReactNode
  /** Returns the effects of an import: "3 links created". Undefined if the panel does not list imports. */
  formatEffects?(one: One): string
  /** Returns whether some rows were rejected or imported only in part. */
  hasReport(shown: One): boolean
  Summary: ComponentType<ImportSummaryProps<One, Choices>>

  initialChoices(shown: One): Choices
  /** Returns whether a row that the check rejected is imported with these choices. By default, no choice does this. */
  isSolved?(issue: FileImportIssue, choices: Choices): boolean
  /** Asks for the remaining choices before the import; undefined if this kind of import has no choices. */
  Choices?: ComponentType<ImportChoicesProps<One, Choices>>
  /** Returns whether the import can be started with these choices. */
  isComplete?(shown: One, choices: Choices): boolean
  /** How an import is undone. Undefined if imports of this kind can't be undone. */
  undo?: ImportUndoCalls<One>
  /** Returns the number of things that would be imported, and the same number in words: "3 links". */
  importable(shown: One, choices: Choices): { count: number; text: string }
}

/** An import. `undo` is undefined if its kind can't be undone. */
export interface UndoableImport extends FileImport {
  undo?: ImportUndo | null
}

interface ImportUndoCalls<One> {
  forecastQuery(scope: ProjectScope, importId: string): UseQueryOptions<ImportUndoForecast>
  start(scope: ProjectScope, shown: One, includesClicked: boolean): Promise<One>
  /** Returns how many of the listed things the import created. */
  countCreated(one: One): number
  /** Returns the path of the list that shows only what the import created. */
  toListPath(importId: string): string
  /** `show` opens the list, `stays` says what an undo leaves, and `afterUndo` how to continue. */
  texts: { show: string; stays: string; afterUndo: string }
}

interface IssuePage {
  headers: { 'x-next-cursor'?: string | undefined }
  body: FileImportIssue[]
}

/** The texts and the limit of the file field. */
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
  /** True before the import, when the effects are only a forecast. */
  isForecast: boolean
  /** Downloads the rows that were rejected or imported only in part; undefined if there are no such rows. */
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
  /**
   * The text of the button that chooses another file: `anotherAfterFailure` after a file that cannot be imported,
   * `another` after a check, and `importAnother` after an import.
   */
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
    hint: `Drop a CSV file here, up to ${maxBytes / 1e6} MB and ${formatNumber(maxRows)} rows.`,
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
