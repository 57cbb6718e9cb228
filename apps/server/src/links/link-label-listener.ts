import type { LabelListener } from '../labels/index.ts'
import { removeLabelFromLinks, renameLabelOnLinks } from './bulk-link-table.ts'

/** Links store label names: all of a project's links follow, archived ones too. */
export const linkLabelListener: LabelListener = { onRenamed: renameLabelOnLinks, onDeleted: removeLabelFromLinks }
