import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from '../../contract/limits.ts';
import { type ApiError, invalidRequest, unavailableError } from './api-error.ts';
import { countHeaders } from './request-guards.ts';

/** Bodies are held whole while they arrive, for up to 30 s. All large ones together may take this much. */
const MOST_BYTES = 256 * MAX_BODY_BYTES;
/** No honest body is larger: these are not counted, so that whoever fills the room keeps none of them out. */
const SMALL_BYTES = 16_384;

/** Reads the body of a request, which must be there, be JSON and say so. What is wrong with its head is said before it is read. */
export function createJsonBodyReader() {
  const takeRoom = roomForBodies();
  return async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    requireJson(request);
    takeRoom(request, response);
    // Only who is let in so far is asked for a body.
    if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue();
    if (request.destroyed) throw cutOff();
    return parsed(await bytesOf(request));
  };
}

/** Matches one parameter of a media type. A quoted value may hold semicolons. */
const PARAMETER = /;\s*([^\s;="]*)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^;]*))?/g;
/** Some clients write utf8, some an empty value. */
const UTF_8 = /^"?(?:utf-?8)?"?$/i;

/** Checks the headers that describe the body. Bodies are read as UTF-8 and never decompressed, so no header may say otherwise. */
function requireJson(request: IncomingMessage): void {
  const { 'content-type': contentType = '', 'content-encoding': codings = '' } = request.headers;
  const [type = ''] = contentType.split(';', 1);
  if (countHeaders(request, 'content-type') > 1 || type.trim().toLowerCase() !== 'application/json')
    throw header('content-type', 'Content-Type 헤더는 application/json이어야 합니다.');
  for (const [, name = '', value = ''] of contentType.matchAll(PARAMETER))
    if (name.toLowerCase() === 'charset' && !UTF_8.test(value.trim()))
      throw header(
        'content-type',
        'Content-Type 헤더의 charset은 utf-8이어야 합니다. 본문을 UTF-8로 인코딩하여 보내십시오.',
      );
  if (codings.split(',').some((coding) => !['', 'identity'].includes(coding.trim().toLowerCase())))
    throw header(
      'content-encoding',
      'Content-Encoding 헤더는 identity만 사용할 수 있습니다. 본문을 압축하지 말고 보내십시오.',
    );
  // None was announced, so none comes, and nothing would ever be read.
  if (request.readableEnded) throw notJson();
}

/** Room for the bodies under way. One that does not say how long it is may become as long as any. */
function roomForBodies() {
  let taken = 0;
  return ({ headers, socket }: IncomingMessage, response: ServerResponse): void => {
    const size = Number(headers['content-length'] ?? MAX_BODY_BYTES);
    if (size > MAX_BODY_BYTES) throw tooLarge();
    // Who has hung up sends no body.
    if (size <= SMALL_BYTES || socket.destroyed) return;
    if (taken + size > MOST_BYTES) throw unavailableError('지금은 큰 본문을 너무 많이 받고 있습니다.');
    taken += size;
    const leave = () => {
      response.off('close', leave);
      socket.off('close', leave);
      taken -= size;
    };
    // An answer whose connection ends before it was its turn is never closed.
    response.once('close', leave);
    socket.once('close', leave);
  };
}

function bytesOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      // What follows flows by unheard, so that the connection goes on.
      else over(() => reject(tooLarge()));
    };
    const whole = () => over(() => resolve(Buffer.concat(chunks)));
    const broken = () => over(() => reject(cutOff()));
    /** The request may outlive its answer by far, and its listeners would keep the body. */
    function over(settle: () => void): void {
      request.off('data', take).off('end', whole).off('error', broken);
      settle();
    }
    request.on('data', take).on('end', whole).on('error', broken);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** As JSON.parse has it: no key is special, the last of two counts. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw notJson();
  }
}

const header = (field: string, message: string): ApiError => invalidRequest([{ field, message }]);
const fault = (message: string): ApiError => header('body', message);
const notJson = () => fault('UTF-8로 인코딩한 올바른 JSON이어야 합니다.');
const tooLarge = () => fault('본문은 1 MiB(1,048,576바이트)까지 보낼 수 있습니다.');
const cutOff = () => fault('본문이 끝나기 전에 연결이 끊겼습니다. 다시 보내십시오.');
