/** Stores feedback of users, and emails it to the operator. */

export { feedbackRoutes } from './feedback-routes.ts'
export { feedbackJobs } from './send-feedback-email.ts'
