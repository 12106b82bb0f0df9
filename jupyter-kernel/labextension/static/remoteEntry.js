// Colours for CUDA C++ in JupyterLab: cells of Heddle's kernel, .cu and .cuh files, the MIME type text/x-cuda; and pictures'
// alternative texts.
//
// JupyterLab loads an extension as a module that a bundler has made. This one is written by hand in that form, so that nothing is
// bundled or fetched at build time: a container with init(scope), which gets the modules that all extensions share, and get(name),
// which gives our own.
(function () {
  'use strict';
  let shared;

  // A shared module in the newest version that there is.
  async function load(name) {
    const versions = shared[name] || {};
    const newest = Object.keys(versions).sort((a, b) => a.localeCompare(b, undefined, { numeric: true })).pop();
    if (!newest) throw new Error('heddle-lab: JupyterLab does not share ' + name);
    return (await versions[newest].get())();
  }

  const set = text => new Set(text.trim().split(/\s+/));
  const KEYWORDS = set(`alignas alignof and asm auto break case catch class const const_cast constexpr continue decltype default delete do
    dynamic_cast else enum explicit extern final for friend goto if inline mutable namespace new noexcept not nullptr operator or override
    private protected public register reinterpret_cast return sizeof static static_assert static_cast struct switch template this
    thread_local throw true false try typedef typeid typename union using virtual volatile while restrict`);
  const TYPES = /^(void|bool|char|short|int|long|float|double|signed|unsigned|wchar_t|size_t|ptrdiff_t|u?int(8|16|32|64)_t|half2?|__half2?|__nv_bfloat162?|dim3|cuda\w+_t|(u?char|u?short|u?int|u?long|u?longlong|float|double)[1-4]|ndarray)$/;
  const CUDA = /^(__(global|device|host|shared|constant|managed|restrict|launch_bounds|forceinline|noinline|grid_constant|cluster_dims)__|__restrict)$/;
  const BUILTIN = /^(threadIdx|blockIdx|blockDim|gridDim|warpSize|__(syncthreads|syncwarp|threadfence|shfl|ballot|any|all|activemask|match|reduce|ldg|popc|clz|ffs|brev|fma|f?mul|expf|logf|sinf|cosf)\w*|atomic\w+|cuda[A-Z]\w*)$/;

  // Rows of what is looked for at a place, outside of comments and strings.
  const RULES = [
    [/^\/\/.*/, () => 'comment'],
    [/^(u8|[uUL])?R"/, (stream, state) => { state.raw = ')' + stream.match(/^[^(]*/)[0] + '"'; return rest(stream, state); }],
    [/^(u8|[uUL])?"(\\.|[^"\\])*"?/, () => 'string'],
    [/^(u8|[uUL])?'(\\.|[^'\\])*'?/, () => 'string.special'],
    [/^(0[xX][\da-fA-F']+|0[bB][01']+|(\d[\d']*\.?[\d']*|\.\d[\d']*)([eE][+-]?\d+)?)[fFlLuU]*/, () => 'number'],
    [/^(<<<|>>>)/, () => 'controlOperator'],
    [/^[A-Za-z_]\w*/, stream => word(stream.current(), stream)],
    [/^[-+*\/%=<>!&|^~?:]/, () => 'operator']
  ];

  function word(name, stream) {
    if (CUDA.test(name)) return 'modifier';
    if (TYPES.test(name)) return 'variableName.standard'; // which all themes colour
    if (KEYWORDS.has(name)) return name === 'true' || name === 'false' || name === 'nullptr' ? 'atom' : 'keyword';
    if (BUILTIN.test(name)) return 'variableName.special';
    return stream.match(/^\s*(<<<|\()/, false) ? 'variableName.function' : 'variableName';
  }

  function rest(stream, state) { // of a comment or a raw string over several lines
    const end = state.raw || '*/', kind = state.raw ? 'string' : 'comment';
    if (stream.skipTo(end)) {
      stream.match(end);
      state.raw = null;
      state.comment = false;
    } else stream.skipToEnd();
    return kind;
  }

  const parser = {
    name: 'cuda',
    startState: () => ({ comment: false, raw: null, directive: false, depth: 0 }),
    copyState: state => Object.assign({}, state),
    token(stream, state) {
      if (stream.sol() && !state.comment && !state.raw && stream.match(/^\s*#\s*\w+/)) return 'meta';
      if (stream.sol() && !state.comment && !state.raw && stream.match(/^%{1,2}\w+|^\?\??[\w:]+|^!.*/)) return 'meta';
      if (stream.eatSpace()) return null;
      if (state.comment || state.raw) return rest(stream, state);
      if (stream.match('/*')) {
        state.comment = true;
        return rest(stream, state);
      }
      for (const [pattern, kind] of RULES) if (stream.match(pattern)) return kind(stream, state);
      const c = stream.next();
      if ('{(['.includes(c)) state.depth++;
      if ('})]'.includes(c) && state.depth) state.depth--;
      return '{}()[];,'.includes(c) ? 'punctuation' : null;
    },
    indent(state, after, context) {
      const closes = /^\s*[})\]]/.test(after) ? 1 : 0;
      return Math.max(0, state.depth - closes) * context.unit;
    },
    languageData: {
      commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
      closeBrackets: { brackets: ['(', '[', '{', "'", '"'] },
      indentOnInput: /^\s*[})\]]$/
    }
  };

  // What a picture says to those who do not see it: the kernel sends it as IPython does, `alt` in the metadata of its MIME type, and
  // JupyterLab's renderers leave it out. Notebooks copy the registry when they are opened, by which time this has been done.
  async function alternatives() {
    const { IRenderMimeRegistry } = await load('@jupyterlab/rendermime');
    return {
      id: 'heddle-lab:alternatives',
      description: 'Alternative texts of pictures.',
      autoStart: true,
      requires: [IRenderMimeRegistry],
      activate(app, registry) {
        for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']) {
          const plain = registry.getFactory(type);
          if (!plain) continue;
          registry.addFactory({
            safe: plain.safe,
            mimeTypes: [type],
            createRenderer(options) {
              const renderer = plain.createRenderer(options), render = renderer.renderModel.bind(renderer);
              renderer.renderModel = async model => {
                await render(model);
                const text = ((model.metadata || {})[type] || {}).alt;
                if (typeof text === 'string') for (const image of renderer.node.querySelectorAll('img')) image.alt = text;
              };
              return renderer;
            }
          }, plain.defaultRank);
        }
      }
    };
  }

  async function colours() {
    const { IEditorLanguageRegistry } = await load('@jupyterlab/codemirror');
    return {
      id: 'heddle-lab:cuda',
      description: 'Colours for CUDA C++.',
      autoStart: true,
      requires: [IEditorLanguageRegistry],
      activate(app, languages) {
        languages.addLanguage({
          name: 'CUDA',
          displayName: 'CUDA C++',
          alias: ['cuda', 'cu'],
          mime: ['text/x-cuda', 'text/x-cuda-src'],
          extensions: ['cu', 'cuh'],
          async load() {
            const { LanguageSupport, StreamLanguage } = await load('@codemirror/language');
            return new LanguageSupport(StreamLanguage.define(parser));
          }
        });
        app.docRegistry.addFileType({
          name: 'cuda', displayName: 'CUDA C++', extensions: ['.cu', '.cuh'], mimeTypes: ['text/x-cuda'], contentType: 'file', fileFormat: 'text'
        });
      }
    };
  }

  const container = {
    init(scope) { shared = scope; },
    async get(name) {
      if (name !== './extension') throw new Error('heddle-lab has no module ' + name);
      const plugins = [await colours(), await alternatives()];
      return () => ({ __esModule: true, default: plugins });
    }
  };
  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB['heddle-lab'] = container;
})();
