import type { RetailerReports } from '../report-format.ts'
import type { aliexpress } from './index.ts'

/**
 * The formats of AliExpress's earnings files. Only English headings are recognized. The files contain the sub-id of a
 * link.
 */
export const aliexpressReports: RetailerReports<(typeof aliexpress.reports)[number]> = {
  formats: [
    {
      report: 'aliexpress_orders',
      kind: 'sale',
      subject: 'transaction_id',
      isOfShipments: false,
      orderIds: { rowIdHeading: /^sub/i },
      required: ['transaction_id', 'date', 'earned'],
      headings: {
        transaction_id: ['suborderid', 'orderid', 'ordernumber', 'orderno'],
        item_id: ['productid', 'itemid'],
        item_name: ['producttitle', 'productname', 'productdetails', 'itemname'],
        tracking_id: ['trackingid'],
        sub_id: ['dp', 'customparameter', 'customparameters', 'customerparameters', 'subid', 'clickid'],
        date: ['paymenttime', 'paidtime', 'orderpaymenttime', 'paymentdate', 'ordertime', 'createdtime', 'createtime'],
        updated_at: ['updatetime', 'lastupdatetime', 'modifiedtime'],
        status: ['orderstatus', 'status', 'effectstatus', 'effectivestatus'],
        quantity: ['productcount', 'quantity', 'itemcount'],
        sales: ['paidamount', 'orderpaidamount', 'paymentamount', 'orderamount', 'estimatedpaidamount'],
        earned: ['estimatedcommission', 'estimatedpaidcommission', 'commission', 'estimatedearnings', 'commissionamount'],
        earned_final: ['estimatedfinishedcommission', 'finishedcommission', 'settledcommission', 'effectivecommission'],
        currency: ['currency', 'settledcurrency', 'settlementcurrency'],
      },
    },
  ],
  // A paid order is not confirmed yet.
  statusWords: { paid: 'pending' },
}
