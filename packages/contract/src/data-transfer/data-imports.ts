import { z } from 'zod'
import { call, instant, organizationParams } from '../call.ts'
import { errors } from '../errors.ts'
import { dataImportId, uuid } from '../ids.ts'
import { maxCharacters, nameText } from '../text.ts'

/** An archive is uploaded in parts of this size. The last part can be smaller. */
export const dataImportPartBytes = 4_000_000
const dataImportMaxBytes = 20_000_000_000

/** Limits for an archive that is imported. The archives that exports write have smaller and far fewer files. */
export const archiveLimits = {
  fileBytes: 64_000_000,
  files: 200_000,
  lineBytes: 4_000_000,
  rowsPerFile: 50_000,
  invalidRows: 1_000,
  months: 240,
  domains: 1_000,
}

const dataImportStates = ['uploading', 'checking', 'ready', 'importing', 'done', 'failed'] as const
export type DataImportState = (typeof dataImportStates)[number]

/** Maximum number of notes about changed and skipped data in a response. */
export const dataImportShownNotes = 50

export const dataImportMessages = {
  fileRequired: 'Choose an archive',
  fileTooLarge: `Archives can be up to ${dataImportMaxBytes / 1e9} GB`,
  notArchive: 'This is not an archive of Linkshelf, or it is damaged. Choose the .tar.gz file of an export.',
  otherVersion: 'This archive was written by a newer version of Linkshelf. Update this instance first.',
  tooLarge: `Files in an archive can be up to ${archiveLimits.fileBytes / 1e6} MB. Export the archive again.`,
  tooManyFiles: `Archives can have up to ${archiveLimits.files.toLocaleString('en')} files. Import the organization's projects one by one.`,
  tooManyRows: `Files in an archive can have up to ${archiveLimits.rowsPerFile.toLocaleString('en')} rows. Export the archive again.`,
  tooManyInvalidRows: `More than ${archiveLimits.invalidRows.toLocaleString('en')} rows of this archive are not valid. Export the archive again.`,
  tooManyMonths: `Archives can have clicks of up to ${archiveLimits.months} months. Export fewer months.`,
  tooManyDomains: `The links of an archive can be on up to ${archiveLimits.domains.toLocaleString('en')} domains. Export fewer projects at once.`,
  unstorable: 'This archive has values that can not be stored, and nothing of it was imported. Export it again.',
  incomplete: 'This archive is not complete. Download it again, and then import it.',
  changed: 'A file in this archive is not what its manifest says. Download the archive again, and then import it.',
} as const

const count = z.number().int()

const archiveSummary = z.object({
  organization: z.string(),
  /** The origin of links at the instance that exported the archive. */
  links_url: z.string(),
  /** `page_links` is missing if an earlier version checked the archive. */
  projects: z.array(z.object({ name: z.string(), links: count, page_links: count.optional(), products: count })),
  pictures: count,
  clicks: count,
  page_views: count,
})

/**
 * The import of an archive into an organization. The projects of the archive are added to the organization's projects.
 * Nothing is imported before the import is `ready` and started.
 */
export const dataImport = z.object({
  import_id: uuid,
  file_name: z.string(),
  bytes: count,
  received_bytes: count.describe('How many bytes are uploaded: the next part begins here'),
  state: z.enum(dataImportStates),
  /** Why the archive can't be imported; null unless it failed. */
  failure: z.string().nullable(),
  /** The imported share of the archive's files, in percent. */
  progress: z.number().int().min(0).max(100),
  summary: archiveSummary.nullable(),
  /** The first notes about changed and skipped data. */
  notes: z.array(z.string()),
  note_count: count,
  created_at: instant,
  finished_at: instant.nullable(),
})

const dataImportDraft = z.strictObject({
  file_name: nameText(dataImportMessages.fileRequired).check(maxCharacters(200)),
  bytes: z.int({ error: dataImportMessages.fileRequired }).min(1).max(dataImportMaxBytes, { error: dataImportMessages.fileTooLarge }),
})

const part = z.strictObject({ file: z.file({ error: dataImportMessages.fileRequired }).max(dataImportPartBytes) })

const importsPath = '/v1/{orgId}/imports'
const oneImport = organizationParams.extend({ dataImportId })

/** Only owners may make these calls. */
export const dataImports = {
  create: call({
    method: 'POST',
    path: importsPath,
    successStatus: 201,
    summary: 'Begin to upload an archive. If the import of an archive with this name and size is not finished, returns that import',
    storesFiles: true,
    ownerTask: 'archives',
  })
    .input(z.object({ params: organizationParams, body: dataImportDraft }))
    .output(dataImport)
    .errors(errors('DATA_IMPORT_UNFINISHED', 'UPLOAD_SPACE_EXHAUSTED')),
  addPart: call({
    method: 'POST',
    path: `${importsPath}/{dataImportId}/parts/{number}`,
    summary: `Upload a part of an archive as multipart/form-data: ${dataImportPartBytes.toLocaleString('en')} bytes each, the first is 0. After the last one the archive is checked`,
    storesFiles: true,
    ownerTask: 'archives',
  })
    .input(z.object({ params: oneImport.extend({ number: z.coerce.number().int().min(0).max(1_000_000) }), body: part }))
    .output(dataImport)
    .errors(errors('DATA_IMPORT_NOT_FOUND', 'DATA_IMPORT_PART_UNEXPECTED', 'UPLOAD_SPACE_EXHAUSTED')),
  list: call({ method: 'GET', path: importsPath, summary: 'The imports of an organization, latest first', ownerTask: 'archives' })
    .input(z.object({ params: organizationParams }))
    .output(z.array(dataImport)),
  get: call({
    method: 'GET',
    path: `${importsPath}/{dataImportId}`,
    summary: 'The state, the progress and the result of an import',
    ownerTask: 'archives',
  })
    .input(z.object({ params: oneImport }))
    .output(dataImport)
    .errors(errors('DATA_IMPORT_NOT_FOUND')),
  start: call({
    method: 'POST',
    path: `${importsPath}/{dataImportId}/start`,
    summary: 'Import an archive that was checked. A repeated call resumes an import that stopped, and otherwise changes nothing',
    ownerTask: 'archives',
  })
    .input(z.object({ params: oneImport }))
    .output(dataImport)
    .errors(errors('DATA_IMPORT_NOT_FOUND', 'DATA_IMPORT_NOT_READY')),
  delete: call({
    method: 'DELETE',
    path: `${importsPath}/{dataImportId}`,
    successStatus: 204,
    summary:
      'Delete an import. If the import is not done, it is undone: the projects that it created are deleted, and their short names are free again',
    ownerTask: 'archives',
  })
    .input(z.object({ params: oneImport }))
    .output(z.void())
    .errors(errors('DATA_IMPORT_NOT_FOUND')),
}

export type ArchiveSummary = z.infer<typeof archiveSummary>
export type DataImport = z.infer<typeof dataImport>
export type DataImportDraft = z.output<typeof dataImportDraft>
