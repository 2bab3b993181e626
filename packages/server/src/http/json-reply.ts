import type { FastifyReply } from 'fastify'

export const sendJson = (reply: FastifyReply, status: number, body: unknown): FastifyReply =>
  sendText(reply, status, JSON.stringify(body))

/** All answers are JSON and say so in the same words. */
export function sendText(reply: FastifyReply, status: number, json: string): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(json)
}
