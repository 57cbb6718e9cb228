/** How long the archive of an export is stored. */
export const dataExportDays = 7

/** How many finished exports of an organization are stored; a further one replaces the oldest. */
export const dataExportsPerOrganization = 3

/** An archive is uploaded in parts of this size; the last one is what is left. */
export const dataImportPartBytes = 4_000_000
export const dataImportMaxBytes = 20_000_000_000

export const dataImportStates = ['uploading', 'checking', 'ready', 'importing', 'done', 'failed'] as const
export type DataImportState = (typeof dataImportStates)[number]

/** How many notes an answer has. */
export const dataImportShownNotes = 50

export const dataImportMessages = {
  fileRequired: 'Choose an archive',
  fileTooLarge: `An archive may have ${dataImportMaxBytes / 1e9} GB at most`,
  notArchive: 'This is not an archive of Linkshelf, or it is damaged. Choose the .tar.gz file of an export.',
  otherVersion: 'This archive was written by a newer version of Linkshelf. Update this instance first.',
  incomplete: 'This archive is not complete. Download it again, and then import it.',
  changed: 'A file in this archive is not what its manifest says. Download the archive again, and then import it.',
} as const

/**
 * The days between a request for deletion and the deletion of an organization or an account, which can
 * be canceled meanwhile.
 */
export const deletionGraceDays = 14
/** How long before the end of an organization its owners are reminded. */
export const organizationReminderDays = 2
