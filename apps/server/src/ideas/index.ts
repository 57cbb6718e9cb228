// What people tell the operator: kept, and mailed.
export { ideaRoutes } from './idea-routes.ts'
export { mailIdea, mailIdeaTask } from './mail-idea.ts'
