import type { LabelListener } from '../labels/index.ts'
import { renameLabelOnLinks, takeLabelOffLinks } from './many-links-table.ts'

/** Links carry the names of labels: they are renamed on, and taken off, all of a project's links, archived ones too. */
export const linkLabelListener: LabelListener = { onRenamed: renameLabelOnLinks, onDeleted: takeLabelOffLinks }
