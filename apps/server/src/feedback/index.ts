// Feedback of users to the operator: stored, and emailed.
export { feedbackRoutes } from './feedback-routes.ts'
export { feedbackJobs } from './send-feedback-email.ts'
