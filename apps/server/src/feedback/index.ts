// What people tell the operator: kept, and mailed.
export { feedbackRoutes } from './feedback-routes.ts'
export { sendFeedbackEmail, sendFeedbackEmailTask } from './send-feedback-email.ts'
