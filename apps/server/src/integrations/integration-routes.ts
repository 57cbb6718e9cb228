import { projectCall } from '../access/index.ts'
import { deleteIntegration } from './delete-integration.ts'
import { getIntegration } from './get-integration.ts'
import { saveIntegration } from './save-integration.ts'

const calls = projectCall.integrations

export function integrationRoutes() {
  return {
    getAmazon: calls.getAmazon.handler(({ context }) => getIntegration(context.ctx, 'amazon')),
    saveAmazon: calls.saveAmazon.handler(({ context, input }) => saveIntegration(context.ctx, 'amazon', input.body)),
    deleteAmazon: calls.deleteAmazon.handler(({ context }) => deleteIntegration(context.ctx, 'amazon')),
    getEbay: calls.getEbay.handler(({ context }) => getIntegration(context.ctx, 'ebay')),
    saveEbay: calls.saveEbay.handler(({ context, input }) => saveIntegration(context.ctx, 'ebay', input.body)),
    deleteEbay: calls.deleteEbay.handler(({ context }) => deleteIntegration(context.ctx, 'ebay')),
    getAliexpress: calls.getAliexpress.handler(({ context }) => getIntegration(context.ctx, 'aliexpress')),
    saveAliexpress: calls.saveAliexpress.handler(({ context, input }) => saveIntegration(context.ctx, 'aliexpress', input.body)),
    deleteAliexpress: calls.deleteAliexpress.handler(({ context }) => deleteIntegration(context.ctx, 'aliexpress')),
  }
}
