import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from '../../contract/limits.ts';
import { type ApiError, invalidRequest, unavailableError } from '../errors/api-error.ts';
import { takeTurn } from '../scheduling/event-loop-turns.ts';
import { createByteBudget, type HoldBytes } from './byte-budget.ts';
import { type BodyReader, type BodyReaders, countHeaders } from './http-request.ts';

/** All large bodies in transit together. A body is held whole while it arrives, for up to 30 s. */
const MAX_BUFFERED_BYTES = 256 * MAX_BODY_BYTES;
/** The bound of one account, so that none takes the share of others. */
const MAX_BUFFERED_BYTES_PER_ACCOUNT = 8 * MAX_BODY_BYTES;
/**
 * Bodies of this size are not counted, so that large ones cannot keep them out. No honest body is larger, and none may be
 * that is sent before authentication: addresses are no bound, because a stranger may have thousands.
 */
const SMALL_BODY_BYTES = 16_384;

const BROKEN = 'bodyBroken';
const brokenBodies = new WeakMap<IncomingMessage, ApiError>();

/** Ends the body of a request on which HTTP parsing failed. Whoever reads the body answers, if anyone does. */
export function breakBody(request: IncomingMessage, error: ApiError): void {
  brokenBodies.set(request, error);
  request.emit(BROKEN);
}

/** The format of a body: another format takes the same way, with the same bounds. */
interface BodyFormat {
  readonly mediaType: string;
  /** The name of the format in an error. */
  readonly name: string;
  readonly parse: (text: string) => unknown;
}
const JSON_BODY: BodyFormat = { mediaType: 'application/json', name: 'JSON', parse: JSON.parse };

const FORM_BODY: BodyFormat = {
  mediaType: 'application/x-www-form-urlencoded',
  name: '폼',
  parse: (text) => new URLSearchParams(text),
};
/** UTF-16 units. No honest form is longer. */
export const MAX_FORM_LENGTH = 8_192;

/** They share the bounds of bodies in transit. */
export function createBodyReaders(): BodyReaders {
  const openHold = createBodyBudget();
  const readForm = createBodyReader(FORM_BODY, openHold) as BodyReader<URLSearchParams>;
  return {
    json: createBodyReader(JSON_BODY, openHold),
    form: (request, response, account) => readForm(request, response, account, checkFormLength),
  };
}

/** Reads a body. Its headers are checked before it is read. */
function createBodyReader(format: BodyFormat, openHold: ReturnType<typeof createBodyBudget>): BodyReader {
  return async (request, response, account, checkText) => {
    requireFormat(request, format);
    const maxBytes = account === undefined ? SMALL_BODY_BYTES : MAX_BODY_BYTES;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLargeError(maxBytes);
    // Only an admitted request is sent 100 Continue.
    if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue();
    if (request.destroyed) throw abortedError();
    const broken = brokenBodies.get(request);
    if (broken !== undefined) throw broken;
    const hold = account === undefined ? () => {} : openHold(account, response);
    const bytes = await readBytes(request, maxBytes, hold);
    const isLarge = bytes.length > SMALL_BODY_BYTES;
    if (isLarge) await takeTurn();
    const body = parseBody(bytes, format, checkText);
    // The work on the body may take as long as parsing it.
    if (isLarge) await takeTurn();
    return body;
  };
}

/** Matches one parameter of a media type. A quoted value may hold semicolons. */
const PARAMETER = /;\s*([^\s;="]*)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^;]*))?/g;
/** Some clients write utf8, some an empty value. */
const UTF_8 = /^"?(?:utf-?8)?"?$/i;

/** Checks the headers that describe the body. Bodies are read as UTF-8 and never decompressed, so no header may say otherwise. */
function requireFormat(request: IncomingMessage, format: BodyFormat): void {
  const { 'content-type': contentType = '', 'content-encoding': codings = '' } = request.headers;
  const [type = ''] = contentType.split(';', 1);
  if (countHeaders(request, 'content-type') > 1 || type.trim().toLowerCase() !== format.mediaType)
    throw headerError('content-type', `Content-Type 헤더는 ${format.mediaType}이어야 합니다.`);
  for (const [, name = '', value = ''] of contentType.matchAll(PARAMETER))
    if (name.toLowerCase() === 'charset' && !UTF_8.test(value.trim()))
      throw headerError(
        'content-type',
        'Content-Type 헤더의 charset은 utf-8이어야 합니다. 본문을 UTF-8로 인코딩하여 보내십시오.',
      );
  if (codings.split(',').some((coding) => !['', 'identity'].includes(coding.trim().toLowerCase())))
    throw headerError(
      'content-encoding',
      'Content-Encoding 헤더는 identity만 사용할 수 있습니다. 본문을 압축하지 말고 보내십시오.',
    );
  // Without Content-Length or Transfer-Encoding there is no body.
  if (request.readableEnded) throw formatError(format);
}

/** Bounds the bodies in transit. */
const createBodyBudget = () =>
  createByteBudget({
    maxBytes: MAX_BUFFERED_BYTES,
    maxBytesPerOwner: MAX_BUFFERED_BYTES_PER_ACCOUNT,
    refuseOwner: () => unavailableError('보내신 큰 본문을 아직 여러 개 받고 있습니다.'),
    refuseAll: () => unavailableError('지금은 큰 본문을 너무 많이 받고 있습니다.'),
  });

/** Holds what has arrived, once that is large: what a client announces takes no room of others. */
function readBytes(request: IncomingMessage, maxBytes: number, hold: HoldBytes): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      const before = size > SMALL_BODY_BYTES ? size : 0;
      size += chunk.length;
      try {
        if (size > maxBytes) throw tooLargeError(maxBytes);
        if (size > SMALL_BODY_BYTES && !request.socket.destroyed) hold(size - before);
        chunks.push(chunk);
      } catch (error) {
        // The rest of the body is discarded, so that the connection stays usable.
        finish(() => reject(error));
      }
    };
    const onEnd = () => finish(() => resolve(Buffer.concat(chunks)));
    const onError = () => finish(() => reject(abortedError()));
    const onBroken = () => finish(() => reject(brokenBodies.get(request)));
    /** Removes the listeners, which would keep the body as long as the request lives. */
    function finish(settle: () => void): void {
      request.off('data', onData).off('end', onEnd).off('error', onError).off(BROKEN, onBroken);
      settle();
    }
    request.on('data', onData).on('end', onEnd).on('error', onError).on(BROKEN, onBroken);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parseBody(bytes: Buffer, format: BodyFormat, checkText: (text: string) => void = () => {}): unknown {
  const read = <Value>(work: () => Value): Value => {
    try {
      return work();
    } catch {
      throw formatError(format);
    }
  };
  const text = read(() => utf8.decode(bytes));
  checkText(text);
  return read(() => format.parse(text));
}

export function checkFormLength(text: string): void {
  if (text.length > MAX_FORM_LENGTH)
    throw bodyError(`폼은 ${MAX_FORM_LENGTH.toLocaleString('en')}자까지 보낼 수 있습니다.`);
}

const headerError = (field: string, message: string): ApiError => invalidRequest([{ field, message }]);
const bodyError = (message: string): ApiError => headerError('body', message);
const formatError = ({ name }: BodyFormat) => bodyError(`UTF-8로 인코딩한 올바른 ${name}이어야 합니다.`);
const tooLargeError = (maxBytes: number) => {
  const size = maxBytes < 1024 ** 2 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 ** 2} MiB`;
  return bodyError(`본문은 ${size}(${maxBytes.toLocaleString('en')}바이트)까지 보낼 수 있습니다.`);
};
const abortedError = () => bodyError('본문이 끝나기 전에 연결이 끊겼습니다. 다시 보내십시오.');
