import type { PictureLook } from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'

/**
 * SQL expression for the look of an uploaded picture in a project's store. Null if the address is not an upload. Null
 * also if the look was found some time after the upload and the store does not crop its pictures. Relies on the primary
 * key of `uploads` and on the unique index on the project of a store.
 */
export function selectPictureLook(imageUrl: RawBuilder<unknown>, projectId: RawBuilder<unknown>): RawBuilder<PictureLook | null> {
  return sql`(
    select json_build_object('focus', json_build_object('x', focus_x / 100.0, 'y', focus_y / 100.0), 'cutout', is_cutout, 'hue', hue)
    from uploads where digest = substring(${imageUrl} from '/media/([A-Za-z0-9_-]{27})/') and focus_x is not null
      and (not has_late_look or exists (select from stores where stores.project_id = ${projectId} and picture_ratio <> 'whole'))
  )`
}
