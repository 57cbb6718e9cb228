// Turns a page view record into a row of the table `page_views`.
import type { PageViewRecord } from '../journal/records/page-view-record.ts'
import { describeVisit, type VisitTools } from './describe-visit.ts'
import type { PageViewRow } from './page-view-row.ts'
import { noId } from './visit-row.ts'

/** Throws when the day of the view has no salt. */
export function enrichPageView(view: PageViewRecord, tools: VisitTools): PageViewRow {
  const { storeId, page, pageId } = view
  return {
    ...describeVisit(view, `${storeId} ${pageId}`, tools),
    store_id: storeId,
    page,
    product_id: page === 'product' ? pageId : noId,
    category_id: page === 'category' ? pageId : noId,
  }
}
