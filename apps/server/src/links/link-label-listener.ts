import type { LabelListener } from '../labels/index.ts'
import { removeLabelFromLinks, renameLabelOnLinks } from './tables/bulk-link-table.ts'

/** Updates the label names stored on a project's links, archived and deleted ones included. */
export const linkLabelListener: LabelListener = { onRenamed: renameLabelOnLinks, onDeleted: removeLabelFromLinks }
