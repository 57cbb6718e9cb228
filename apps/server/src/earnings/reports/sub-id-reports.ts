// Reports of retailers that return the sub-id of a link, by their English headings.
import type { ReportKind } from './report-kind.ts'

export const ebayTransactions: ReportKind = {
  report: 'ebay_transactions',
  retailer: 'ebay',
  required: ['transaction_id', 'date', 'earned'],
  headings: {
    transaction_id: ['epntransactionid'],
    date: ['eventdate'],
    updated_at: ['updatedate'],
    status: ['status'],
    tracking_id: ['campaignid'],
    sub_id: ['customid'],
    item_id: ['itemid'],
    item_name: ['itemname'],
    quantity: ['quantity', 'deltaquantity'],
    sales: ['sales', 'deltasales'],
    earned: ['earnings', 'deltaearnings'],
    currency: ['currency', 'earningscurrency'],
  },
}

export const aliexpressOrders: ReportKind = {
  report: 'aliexpress_orders',
  retailer: 'aliexpress',
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
}
